import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { describe, expect, it } from 'vitest'
import { type BulkAction, bulkActionsFor, noneChosen, splitFor } from './bulk/bulk-actions.ts'
import type { BulkItem } from './bulk/bulk-item.ts'
import { dueWords } from './due-words.tsx'
import type { ItemAction } from './item-actions.ts'
import { overtakenWords } from './item-dialogs.tsx'
import { itemName, itemSubtitle, itemTitle, nameOfItemOf } from './item-name.ts'
import { remindedToday, reminderWords } from './reminder.ts'

describe('due words', () => {
  const today = '2026-11-21'

  it.each([
    ['2026-11-11', 'danger', 'atrasado há 10 dias'],
    ['2026-11-20', 'danger', 'atrasado há 1 dia'],
    ['2026-11-21', 'pending', 'vence hoje'],
    ['2026-11-22', 'pending', 'vence amanhã'],
    ['2026-11-24', 'pending', 'vence em 3 dias'],
    ['2026-12-24', 'neutral', ''],
  ])('%s is %s: %s', (date, tone, words) => expect(dueWords(date, today)).toEqual({ tone, words }))
})

describe('item name', () => {
  const number = { documentNumber: '101/26' }
  const description = { description: 'pasta da Maria Souza' }
  const itemType = { itemType: 'Contrato' }

  it.each([
    [{ ...number, ...description, ...itemType }, '101/26'],
    [{ documentNumber: '', ...description, ...itemType }, 'pasta da Maria Souza'],
    [{ documentNumber: null, description: '', ...itemType }, 'Contrato'],
    [{ documentNumber: null }, 'Item sem número'],
  ])('the name of %j is %s', (item, name) => expect(itemName(item)).toBe(name))

  it('an occurrence is named by its item, not by what happened', () => {
    const about = { documentNumber: null, itemDescription: 'pasta da Maria Souza', ...itemType }
    expect(nameOfItemOf({ ...about, ...{ description: 'Veio rasgado' } })).toBe('pasta da Maria Souza')
    expect(nameOfItemOf({ ...about, itemDescription: null, ...{ description: 'Veio rasgado' } })).toBe('Contrato')
  })

  it.each([
    [{ ...number, ...description }, '101/26', 'pasta da Maria Souza'],
    [description, 'pasta da Maria Souza', undefined],
    [number, '101/26', undefined],
    [{}, 'Sem número', undefined],
  ])('%j is shown as %s, with %s below', (item, title, subtitle) => {
    expect(itemTitle(item)).toBe(title)
    expect(itemSubtitle(item)).toBe(subtitle)
  })
})

describe('reminder', () => {
  const today = '2026-11-22'

  // proves 17.53
  it.each([
    [{}, '', null],
    [
      // 23:30 of the day before in São Paulo
      { remindedAt: '2026-11-22T02:30:00Z', remindedBy: 'Ana Nogueira' },
      'Cobrado há 1 dia por Ana Nogueira',
      null,
    ],
    [
      { remindedAt: '2026-11-22T03:00:00Z', remindedBy: 'Ana Nogueira' },
      'Cobrado hoje por Ana Nogueira',
      'Já cobrado hoje por Ana Nogueira.',
    ],
    [{ remindedAt: '2026-11-20T15:00:00Z', remindedBy: null }, 'Cobrado há 2 dias', null],
    [{ remindedAt: '2026-11-22T15:00:00Z', remindedBy: null }, 'Cobrado hoje', 'Já cobrado hoje.'],
  ])('%j reads %s', (item, words, refusal) => {
    expect(reminderWords(item, today)).toBe(words)
    expect(remindedToday(item, today)).toBe(refusal)
  })
})

describe('use overtaken item', () => {
  const [origin, destination] = [1, 2]
  const item = {
    ...{ id: 7, status: itemStatus.pending, returnDate: '2026-11-30' },
    ...{ responsibleId: 5, responsible: 'Ana Lima' },
  } as Item
  const viewerOf = (departmentId: number) => ({ id: 1, role: role.manager, departmentId }) as Viewer
  const protocolWith = (change: Partial<Item>) =>
    ({
      ...{ originDepartmentId: origin, destinationDepartmentId: destination },
      ...{ status: protocolStatus.inProgress, requiresReturn: true },
      items: [{ ...item, ...change }],
    }) as ProtocolDetail

  // proves 15.9
  it.each<[string, ItemAction, number, Partial<Item>, string | null]>([
    ['nothing has changed', 'return', destination, {}, null],
    ['it was returned', 'return', destination, { status: itemStatus.returned }, 'Este item já foi retornado.'],
    ['it was cancelled', 'cancel', origin, { status: itemStatus.cancelled }, 'Este item já foi cancelado.'],
    [
      'it was passed on',
      'cancel',
      origin,
      { forwardedTo: { department: 'Diretoria', since: '', returnDate: null, protocolId: null, itemId: null } },
      'Este item está em Diretoria. Aguarde a volta.',
    ],
    [
      'somebody else has it',
      'transfer',
      destination,
      { responsibleId: 6, responsible: 'Bia Reis' },
      'Este item acabou de passar para Bia Reis.',
    ],
    ['somebody else has it', 'return', destination, { responsibleId: 6 }, null],
    [
      'its due date was moved',
      'dueDate',
      origin,
      { returnDate: '2026-12-04' },
      'O prazo deste item acabou de ser alterado para 04/12/2026.',
    ],
  ])('when %s, %s is answered by %s', (_, action, departmentId, change, words) => {
    expect(overtakenWords(viewerOf(departmentId), protocolWith(change), { action, item })).toBe(words)
  })
})

describe('actions for several items', () => {
  const today = '2026-11-22'
  const viewer = (departmentId: number, of: Viewer['role'] = role.user): Viewer => ({
    id: 9,
    name: 'Bruno',
    role: of,
    departmentId,
  })

  const item = (facts: Partial<BulkItem> = {}): BulkItem => ({
    id: 1,
    protocolId: 7,
    documentNumber: 'NF-1',
    itemType: 'Contrato',
    status: itemStatus.pending,
    returnDate: '2026-11-20',
    responsibleId: 9,
    protocol: {
      originDepartmentId: 1,
      destinationDepartmentId: 2,
      status: protocolStatus.inProgress,
      requiresReturn: true,
      originDepartment: 'Recursos Humanos',
      destinationDepartment: 'Financeiro',
    },
    ...facts,
  })

  // proves 17.52
  it.each<[string, Viewer, BulkItem[], BulkAction[]]>([
    ['the responsible user', viewer(2), [item()], ['return']],
    ['a Gestor of the destination', viewer(2, role.manager), [item()], ['return', 'transfer']],
    ['a Gestor, for what nobody answers for', viewer(2, role.manager), [item({ responsibleId: null })], ['assign']],
    ['the origin', viewer(1), [item()], ['remind', 'dueDate']],
    ['the origin, for what is back', viewer(1), [item({ status: itemStatus.returned })], ['complete']],
    [
      'the origin, for both',
      viewer(1),
      [item(), item({ status: itemStatus.returned })],
      ['remind', 'dueDate', 'complete'],
    ],
    ['a third department', viewer(3, role.manager), [item()], []],
  ])('%s is offered what applies to at least one item', (_who, person, items, actions) =>
    expect(bulkActionsFor(person, items, today)).toEqual(actions),
  )

  it('is offered for what did not come too, of which the dialog says that it stays out', () => {
    const missing = item({ absent: 'missing' })
    const confirmed = item({ id: 2, absent: 'lost', status: itemStatus.returned })
    expect(bulkActionsFor(viewer(2), [missing], today)).toEqual(['return'])
    expect(bulkActionsFor(viewer(1), [confirmed], today)).toEqual(['complete'])
    expect(splitFor('return', viewer(2), [missing, item({ id: 3 })], today)).toMatchObject({
      accepted: [{ id: 3 }],
      absent: [{ id: 1 }],
      refused: [],
    })
    expect(splitFor('complete', viewer(1), [confirmed, missing], today)).toMatchObject({
      accepted: [],
      absent: [{ id: 2 }],
      refused: [{ item: { id: 1 }, message: 'Apenas itens retornados podem ser concluídos' }],
    })
  })

  // proves 17.52
  it('says of each item that stays out why', () => {
    const asked = item({ id: 2, remindedAt: '2026-11-22T12:00:00Z', remindedBy: 'Ana' })
    const back = item({ id: 3, status: itemStatus.returned })
    const { accepted, refused } = splitFor('remind', viewer(1), [item(), asked, back], today)
    expect(accepted.map(({ id }) => id)).toEqual([1])
    expect(refused.map(({ item: { id }, message }) => [id, message])).toEqual([
      [2, 'Já cobrado hoje por Ana.'],
      [3, 'Este item já foi retornado'],
    ])
  })

  it.each<[BulkAction, string]>([
    ['return', 'Selecione pelo menos um item para retornar.'],
    ['remind', 'Selecione pelo menos um item para cobrar.'],
    ['complete', 'Selecione pelo menos um item para concluir.'],
  ])('%s without a selection asks for one', (action, message) => expect(noneChosen(action)).toBe(message))
})

import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { describe, expect, it } from 'vitest'
import { dueWords } from './due-words.ts'
import type { ItemAction } from './item-actions.ts'
import { itemName, itemSubtitle, itemTitle, nameOfItemOf } from './item-name.ts'
import { remindedToday, reminderWords } from './reminder.ts'
import { overtakenWords } from './use-overtaken-item.ts'

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

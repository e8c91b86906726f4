import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { expect, it } from 'vitest'
import { type BulkAction, bulkActionsFor, noneChosen, splitFor } from './bulk-actions.ts'
import type { BulkItem } from './bulk-item.ts'

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

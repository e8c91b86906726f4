import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { expect, it } from 'vitest'
import { forwardChoices, nextDueDate, overtaken, returnable } from './forward.api.ts'

const today = '2026-11-22'
const viewer = { id: 1, role: role.user, departmentId: 2 } as Viewer
const item = (id: number, changes: Partial<Item> = {}) =>
  ({ id, status: itemStatus.pending, returnDate: '2026-11-30', responsibleId: null, ...changes }) as Item
const away = {
  department: 'Diretoria',
  since: '2026-11-19T12:00:00Z',
  returnDate: null,
  protocolId: null,
  itemId: null,
}
const protocol = {
  ...{ originDepartmentId: 1, destinationDepartmentId: 2, status: protocolStatus.inProgress, requiresReturn: true },
  items: [item(1), item(2, { forwardedTo: away }), item(3, { status: itemStatus.returned })],
} as ProtocolDetail

const choices = forwardChoices(viewer, protocol, today)

// proves 20.63
it('lists what is pending, and says where the rest of it is', () => {
  expect(choices.map(({ item: { id }, refusal }) => [id, refusal])).toEqual([
    [1, null],
    [2, 'Está em Diretoria, encaminhado em 19/11'],
  ])
})

// proves 20.67
it.each([
  ['on_the_way', 'Está a caminho de Diretoria, encaminhado em 19/11'],
  ['there', 'Está em Diretoria, encaminhado em 19/11'],
  ['on_the_way_back', 'Está voltando de Diretoria, encaminhado em 19/11'],
] as const)('an item that was passed on and is %s: %s', (stage, words) => {
  const gone = { ...protocol, items: [item(1, { forwardedTo: { ...away, stage } })] }
  expect(forwardChoices(viewer, gone, today)[0]?.refusal).toBe(words)
})

it('says of what did not come or was lost that it stays', () => {
  const gone = { ...protocol, items: [item(1, { absent: 'missing' }), item(2, { absent: 'lost' })] }
  expect(forwardChoices(viewer, gone, today).map(({ refusal }) => refusal)).toEqual([
    'Não veio: há uma ocorrência em aberto',
    'Extraviado: há uma ocorrência em aberto',
  ])
})

// proves 20.65
it('names what others were quicker with, among what was ticked', () => {
  const gone = (...ticked: number[]) =>
    overtaken(viewer, protocol, new Set(ticked), today).map(({ item: { id }, refusal }) => [id, refusal])
  expect(gone(1)).toEqual([])
  expect(gone(1, 2, 3)).toEqual([
    [2, 'Está em Diretoria, encaminhado em 19/11'],
    [3, 'Este item já foi retornado'],
  ])
})

// proves 20.64
it.each([
  [role.user, [1, 1], true],
  [role.user, [1, null], false],
  [role.user, [1, 7], false],
  [role.manager, [1, 7], true],
  [role.manager, [1, null], false],
  [role.user, [1], false],
])('a %s may return items of %j, in one act: %s', (ofRole, responsibles, isOneAct) => {
  const items = responsibles.map((responsibleId, index) => item(index + 1, { responsibleId }))
  const itemIds = items.map(({ id }) => id)
  expect(returnable({ ...viewer, role: ofRole }, protocol, items)).toEqual({ itemIds, isOneAct })
})

// proves 20.63
it.each([
  ['is its category’s', '2026-11-26', item(1), { date: '2026-11-26', isLimit: false }],
  ['is the parent’s where that is earlier', '2026-12-10', item(1), { date: '2026-11-30', isLimit: true }],
  ['is the parent’s where the category has none', undefined, item(1), { date: '2026-11-30', isLimit: true }],
  ['is none where neither has one', undefined, item(1, { returnDate: null }), null],
])('the due date at the next department %s', (_, ofCategory, one, expected) => {
  expect(nextDueDate(one, protocol, ofCategory)).toEqual(expected)
  expect(nextDueDate(one, { ...protocol, requiresReturn: false }, ofCategory)).toBeNull()
})

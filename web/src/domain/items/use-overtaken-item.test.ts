import type { Item } from '@malote/core/items/item.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { expect, it } from 'vitest'
import type { ItemAction } from './item-actions.ts'
import { overtakenWords } from './use-overtaken-item.ts'

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

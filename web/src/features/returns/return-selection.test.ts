import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { ReturnRow } from '@malote/core/returns/return-row.ts'
import { role } from '@malote/core/users/role.ts'
import { expect, it } from 'vitest'
import { returnSearch } from './return-search.ts'
import { choiceRefusal } from './return-selection.ts'

const row = (facts: Partial<ReturnRow> = {}) =>
  ({
    id: 1,
    status: itemStatus.pending,
    returnDate: '2026-11-20',
    responsibleId: 5,
    originDepartmentId: 1,
    destinationDepartmentId: 2,
    protocolStatus: protocolStatus.inProgress,
    ...facts,
  }) as ReturnRow

const manager = { id: 9, name: 'Bruno', role: role.manager, departmentId: 2 }
const sender = { id: 8, name: 'Ana', role: role.user, departmentId: 1 }

// proves 17.50
it.each([
  ['the default view', manager, row(), {}, true],
  ['the default view, without a responsible user', manager, row({ responsibleId: null }), {}, false],
  ['the default view, what did not come', manager, row({ absent: 'missing' }), {}, true],
  ["'Não atribuído'", manager, row({ responsibleId: null }), { responsible: 'none' }, true],
  ['the default view, from the origin', sender, row(), {}, false],
  ["'A receber de volta'", sender, row(), { side: 'toReceive' }, true],
  ["'Retornado'", sender, row({ status: itemStatus.returned }), { status: 'Retornado' }, true],
  ["'Todos'", sender, row({ status: itemStatus.returned }), { status: 'all' }, false],
  ["'Retornado', from the destination", manager, row({ status: itemStatus.returned }), { status: 'Retornado' }, false],
])('in %s: %#', (_view, viewer, one, address, canChoose) =>
  expect(choiceRefusal(viewer, one, returnSearch(address)) === null).toBe(canChoose),
)

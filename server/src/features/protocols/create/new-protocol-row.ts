import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { countersOf, type NewRecord } from './insert-protocol.repo.ts'

/** Names of the origin and the destination. */
export interface Ends {
  originDepartment: string
  destinationDepartment: string
}

/** A new protocol as a list row. Everything in it is known after writing, so that nothing needs to be read back. */
export function newProtocolRow(id: number, viewer: Viewer, record: NewRecord, ends: Ends): ProtocolRow {
  const { remarks, originDepartmentId, destinationDepartmentId, requiresReturn, items, at } = record
  const { total, unassigned, nextReturnDate } = countersOf(items)
  return {
    ...{ id, protocolId: id, status: protocolStatus.pending, createdAt: at.toISOString() },
    ...{ creator: viewer.name, originUser: viewer.name, ...ends, originDepartmentId, destinationDepartmentId },
    ...{ requiresReturn, remarks, receivedAt: null, nextReturnDate },
    ...{ itemsCount: total, totalItems: total, pendingItems: total, unassignedItems: unassigned },
    ...{ completedItems: 0, returnedItems: 0, cancelledItems: 0 },
    ...{ cancelKind: null, awaitingReceiptDays: 0, openOccurrences: 0, passedOnTo: null },
  }
}

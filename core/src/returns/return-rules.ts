import type { ReturnFacts } from '../items/item-rules.ts'
import { itemStatus } from '../items/item-status.ts'
import { isAtDestination, isAtOrigin } from '../protocols/protocol-rules.ts'
import type { Viewer } from '../users/viewer.ts'
import type { ReturnRow, ReturnSide } from './return-row.ts'

// Facts about rows of the returns screen. Who may return an item is decided in items/item-rules.ts.

/** The protocol of a row, as the item rules need it: every listed item must come back. */
export const protocolOfRow = (row: ReturnRow): ReturnFacts => ({
  originDepartmentId: row.originDepartmentId,
  destinationDepartmentId: row.destinationDepartmentId,
  status: row.protocolStatus,
  requiresReturn: true,
})

/**
 * Which side of a pending return the viewer's department is on: it must return the item, or it is waiting for it.
 * Within one department it must return the item.
 *
 * @returns null when the item is back, or when the viewer's department is on neither side
 */
export function sideOf(viewer: Viewer, row: ReturnRow): ReturnSide | null {
  if (row.status !== itemStatus.pending) return null
  if (isAtDestination(viewer, row)) return 'toReturn'
  return isAtOrigin(viewer, row) ? 'toReceive' : null
}

import type { ReturnFacts } from '../items/item-rules.ts'
import { itemStatus } from '../items/item-status.ts'
import { isAtDestination, isAtOrigin } from '../protocols/protocol-rules.ts'
import type { Viewer } from '../users/viewer.ts'
import type { ReturnRow, ReturnSide } from './return-row.ts'

/** The protocol behind a row, as the rules of the items ask for it: all that is listed must come back. */
export const protocolOfRow = (row: ReturnRow): ReturnFacts => ({
  originDepartmentId: row.originDepartmentId,
  destinationDepartmentId: row.destinationDepartmentId,
  status: row.protocolStatus,
  requiresReturn: true,
})

/**
 * What an item that is still out means to the viewer's department: to give it back or to get it back. Within one
 * department it must be given back.
 *
 * @returns null when it is back, or when the viewer only looks on
 */
export function sideOf(viewer: Viewer, row: ReturnRow): ReturnSide | null {
  if (row.status !== itemStatus.pending) return null
  if (isAtDestination(viewer, row)) return 'toReturn'
  return isAtOrigin(viewer, row) ? 'toReceive' : null
}

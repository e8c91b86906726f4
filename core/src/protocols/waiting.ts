import type { Viewer } from '../users/viewer.ts'
import { canComplete, canReceive, isAtDestination, isAtOrigin, type ProtocolFacts } from './protocol-rules.ts'
import { protocolStatus } from './protocol-status.ts'

/** A protocol that was sent waits too long when nobody has received it after this many business days. */
export const mostBusinessDaysToReceive = 2

/**
 * Whether a protocol waits for an action of the viewer's department (contract 17.30): as destination to be received or
 * completed, or with items to return; as origin with returned items to confirm, or to be completed. The database has
 * the same rule (`waits_at_destination` and `waits_at_origin` in `db/sql/derived.sql`).
 */
export function waitsHere(viewer: Viewer, protocol: ProtocolFacts & { returnedItems: number }): boolean {
  if (canReceive(viewer, protocol).allowed || canComplete(viewer, protocol).allowed) return true
  if (protocol.status !== protocolStatus.inProgress) return false
  return (
    (isAtDestination(viewer, protocol) && protocol.pendingItems > 0) ||
    (isAtOrigin(viewer, protocol) && protocol.returnedItems > 0)
  )
}

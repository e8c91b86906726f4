import type { RequestStatus } from '@malote/core/due-dates/extension-request.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Trx } from '../../platform/db/connect.ts'

/** A request of a locked protocol. */
export interface LockedRequest {
  id: number
  status: RequestStatus
  requestedDate: string
  reason: string
  note: string | null
  askedById: number
  /** Name of the person. */
  askedBy: string
}

/**
 * A request with its item and its protocol, whose row is locked: every writer of requests does this.
 *
 * @throws AppError EXTENSION_REQUEST_NOT_FOUND also when the viewer may not see its protocol
 */
export async function lockRequest(
  trx: Trx,
  id: number,
  viewer: Viewer,
): Promise<{ protocol: LockedProtocol; item: LockedItem; request: LockedRequest }> {
  const found = await trx
    .selectFrom('extensionRequests')
    .select('itemId')
    .where('id', '=', id)
    .where(visibleTo(viewer, 'extension_requests'))
    .executeTakeFirst()
  if (!found) throw new AppError('EXTENSION_REQUEST_NOT_FOUND')
  const locked = await lockProtocolOfItem(trx, found.itemId, viewer)
  const request = await trx
    .selectFrom('extensionRequests')
    .innerJoin('users', 'users.id', 'extensionRequests.askedBy')
    .select(['extensionRequests.id', 'status', 'requestedDate', 'reason', 'note'])
    .select(['extensionRequests.askedBy as askedById', 'users.name as askedBy'])
    .where('extensionRequests.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...locked, request: request as LockedRequest }
}

import { type NewExtensionRequest, requestStatus } from '@malote/core/due-dates/extension-request.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import type { Trx } from '../../platform/db/connect.ts'

/**
 * Inserts an open request for an item of a locked protocol.
 *
 * @returns its id
 * @throws AppError REQUEST_ALREADY_OPEN
 */
export async function insertRequest(
  trx: Trx,
  { id: protocolId, originDepartmentId, destinationDepartmentId }: LockedProtocol,
  item: LockedItem,
  { returnDate, reason }: NewExtensionRequest,
  by: number,
  at: Date,
): Promise<number> {
  const row = await trx
    .insertInto('extensionRequests')
    .values({
      ...{ itemId: item.id, protocolId, originDepartmentId, destinationDepartmentId },
      ...{ requestedDate: returnDate, reason, askedBy: by, askedAt: at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new AppError('REQUEST_ALREADY_OPEN')
  return row.id
}

/** How a request was decided. */
export interface Decided {
  /** Null: denied. */
  grantedDate: CivilDate | null
  note: string | null
  by: number
  at: Date
}

/** Decides an open request. */
export const decide = (trx: Trx, id: number, { grantedDate, note, by, at }: Decided) =>
  trx
    .updateTable('extensionRequests')
    .set({
      status: grantedDate === null ? requestStatus.denied : requestStatus.granted,
      ...{ grantedDate, note, decidedBy: by, decidedAt: at },
    })
    .where('id', '=', id)
    .execute()

/** Removes a text for good. */
export const blackOutRequest = (trx: Trx, id: number, change: { reason?: string; note?: string }) =>
  trx.updateTable('extensionRequests').set(change).where('id', '=', id).execute()

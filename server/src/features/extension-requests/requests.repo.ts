import type { NewExtensionRequest } from '@malote/core/deadlines/extension-request.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Trx } from '../../db/connect.ts'
import type { LockedItem, LockedProtocol } from '../protocols/public.ts'

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

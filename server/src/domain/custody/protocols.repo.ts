import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import type { CancelKind } from '@malote/core/protocols/protocol.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { sql, type Updateable } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'
import type { Items, Protocols } from '../../platform/db/schema.ts'
import { anyOf } from '../../platform/db/statements.ts'

/** Updates a protocol; triggers update its counters. */
export const updateProtocol = (trx: Trx, id: number, change: Updateable<Protocols>) =>
  trx.updateTable('protocols').set(change).where('id', '=', id).execute()

/**
 * Makes the same change to several items of one protocol, and increments the protocol's version: users with an open
 * form must not overwrite changes made meanwhile (contract 12.17).
 */
export async function updateItems(
  trx: Trx,
  protocolId: number,
  ids: readonly number[],
  change: Updateable<Items>,
  at: Date,
) {
  await trx
    .updateTable('items')
    .set({ ...change, updatedAt: at })
    .where('id', '=', anyOf(ids))
    .execute()
  await raiseVersion(trx, protocolId)
}

/**
 * Sets other due dates for items of one protocol, like {@link updateItems}. An item that gets its first date again, or an
 * earlier one, no longer counts as extended. One statement, so that the triggers lock what they count in order.
 */
export async function moveItems(
  trx: Trx,
  protocolId: number,
  items: readonly { id: number; to: CivilDate }[],
  at: Date,
) {
  await sql`
    update items i set return_date = moved.day, updated_at = ${at.toISOString()},
      original_return_date = case when original_return_date < moved.day then original_return_date end
    from unnest(${items.map(({ id }) => id)}::int[], ${items.map(({ to }) => to)}::date[]) moved (id, day)
    where i.id = moved.id`.execute(trx)
  await raiseVersion(trx, protocolId)
}

/**
 * Sets one due date for several items of one protocol and keeps the first due date of each, like {@link updateItems}.
 */
export async function postponeItems(trx: Trx, protocolId: number, ids: readonly number[], to: CivilDate, at: Date) {
  await trx
    .updateTable('items')
    .set((row) => ({
      returnDate: to,
      originalReturnDate: row.fn.coalesce('originalReturnDate', 'returnDate'),
      updatedAt: at,
    }))
    .where('id', '=', anyOf(ids))
    .execute()
  await raiseVersion(trx, protocolId)
}

/**
 * Records that items were asked for. Does not raise the version of their protocol: asking for an item changes nothing
 * that an open form could overwrite.
 */
export const markReminded = (trx: Trx, ids: readonly number[], by: number, at: Date) =>
  trx.updateTable('items').set({ remindedAt: at, remindedBy: by }).where('id', '=', anyOf(ids)).execute()

const raiseVersion = (trx: Trx, protocolId: number) =>
  trx
    .updateTable('protocols')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', protocolId)
    .execute()

/** Completes a protocol with all its items that are not cancelled: the items first, while it is still open. */
export async function completeWithItems(trx: Trx, id: number, by: number, at: Date): Promise<void> {
  const completed = { completedAt: at, completedBy: by }
  const items = { status: itemStatus.completed, ...completed, updatedAt: at }
  await settleItems(trx, id, [itemStatus.pending, itemStatus.returned], items)
  await updateProtocol(trx, id, { status: protocolStatus.completed, ...completed })
}

/** Who cancels a protocol, and why. */
interface Cancellation {
  reason: string
  by: number
  at: Date
  /** Absent for *Cancelar*. */
  cancelKind?: CancelKind
}

/** Cancels a protocol with all its pending items, for the same reason: the items first, while it is still open. */
export async function cancelWithItems(trx: Trx, id: number, { reason, by, at, ...kind }: Cancellation): Promise<void> {
  const cancelled = { cancelledAt: at, cancelledBy: by, cancelReason: reason }
  await settleItems(trx, id, [itemStatus.pending], { status: itemStatus.cancelled, ...cancelled, updatedAt: at })
  await updateProtocol(trx, id, { status: protocolStatus.cancelled, ...kind, ...cancelled })
}

const settleItems = (trx: Trx, protocolId: number, from: ItemStatus[], change: Updateable<Items>) =>
  trx.updateTable('items').set(change).where('protocolId', '=', protocolId).where('status', 'in', from).execute()

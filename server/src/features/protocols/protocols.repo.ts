import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import type { Route } from '@malote/core/protocols/protocol-rules.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { Updateable } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { Items, Protocols } from '../../db/schema.ts'

/** Writes what changed of a protocol; its counters are the triggers' business. */
export const updateProtocol = (trx: Trx, id: number, change: Updateable<Protocols>) =>
  trx.updateTable('protocols').set(change).where('id', '=', id).execute()

/**
 * Writes the same change to several items of one protocol, and raises the protocol's version: whoever has the form open
 * must not undo what happened meanwhile (DESIGN 6).
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
    .where('id', 'in', [...ids])
    .execute()
  await trx
    .updateTable('protocols')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', protocolId)
    .execute()
}

/** Everything of the protocol that is not cancelled becomes *concluído*; comes before the protocol's own status. */
export const completeItemsOf = (trx: Trx, protocolId: number, by: number, at: Date) =>
  settleItems(trx, protocolId, [itemStatus.pending, itemStatus.returned], {
    status: itemStatus.completed,
    completedAt: at,
    completedBy: by,
    updatedAt: at,
  })

/** Everything of the protocol that is still pending is cancelled with it; comes before the protocol's own status. */
export const cancelItemsOf = (trx: Trx, protocolId: number, reason: string, by: number, at: Date) =>
  settleItems(trx, protocolId, [itemStatus.pending], {
    status: itemStatus.cancelled,
    cancelledAt: at,
    cancelledBy: by,
    cancelReason: reason,
    updatedAt: at,
  })

const settleItems = (trx: Trx, protocolId: number, from: ItemStatus[], change: Updateable<Items>) =>
  trx.updateTable('items').set(change).where('protocolId', '=', protocolId).where('status', 'in', from).execute()

/**
 * Queues those who close a protocol between two departments with those who create or receive one there. A creation
 * reaches the totals of protocols before the totals of items, a closing the other way round: without this they deadlock.
 *
 * Everybody waits at the one row that all of them write first and that is there since the first creation. Locking the
 * later statuses as well would reach them before that row, which a receiving holds on its way to them.
 */
export const queueForTotals = (trx: Trx, route: Route) =>
  trx
    .selectFrom('protocolTotals')
    .select('n')
    .where('originDepartmentId', '=', route.originDepartmentId)
    .where('destinationDepartmentId', '=', route.destinationDepartmentId)
    .where('status', '=', protocolStatus.pending)
    .forNoKeyUpdate()
    .execute()

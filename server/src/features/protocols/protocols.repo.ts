import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import type { Route } from '@malote/core/protocols/protocol-rules.ts'
import type { Updateable } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import type { Items, Protocols } from '../../db/schema.ts'

/** Writes what changed of a protocol; its counters are the triggers' business. */
export const updateProtocol = (trx: Trx, id: number, change: Updateable<Protocols>) =>
  trx.updateTable('protocols').set(change).where('id', '=', id).execute()

/** Writes the same change to several items. */
export const updateItems = (trx: Trx, ids: readonly number[], change: Updateable<Items>, at: Date) =>
  trx
    .updateTable('items')
    .set({ ...change, updatedAt: at })
    .where('id', 'in', [...ids])
    .execute()

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
 * Queues those who close a protocol between two departments with those who create one there. A creation reaches the
 * totals of protocols before the totals of items, a closing the other way round: without this they deadlock.
 */
export const queueForTotals = (trx: Trx, route: Route) =>
  trx
    .selectFrom('protocolTotals')
    .select('n')
    .where('originDepartmentId', '=', route.originDepartmentId)
    .where('destinationDepartmentId', '=', route.destinationDepartmentId)
    .orderBy('status')
    .forNoKeyUpdate()
    .execute()

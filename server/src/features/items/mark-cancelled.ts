import { historyAction } from '@malote/core/history/history-entry.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { Trx } from '../../db/connect.ts'
import type { Actor } from '../../lib/actor.ts'
import { notify } from '../notifications/public.ts'
import {
  itemLabel,
  type LockedItem,
  type LockedProtocol,
  recordHistory,
  recordHopEnded,
  updateItems,
} from '../protocols/public.ts'

/**
 * Cancels an item, after the rules were checked, and tells its responsible user and the protocol's creator.
 *
 * @param toldOtherwise id of a person whom another notification of the same act tells
 */
export async function markCancelled(
  trx: Trx,
  viewer: Actor,
  protocol: LockedProtocol,
  item: LockedItem,
  reason: string,
  now: Date,
  toldOtherwise?: number,
): Promise<void> {
  const cancelled = { cancelledAt: now, cancelledBy: viewer.id, cancelReason: reason }
  await updateItems(trx, protocol.id, [item.id], { status: itemStatus.cancelled, ...cancelled }, now)
  const description = `${itemLabel(item)} cancelado por ${viewer.name}. Motivo: ${reason}`
  const about = { protocolId: protocol.id, itemId: item.id, at: now }
  await recordHistory(trx, { ...about, action: historyAction.itemCancelled, description, by: viewer.id })
  await recordHopEnded(trx, viewer, protocol, [item.forwardedFromItemId], 'cancelled', now)
  const isToBeTold = (id: number | null) => id !== toldOtherwise
  await notify(trx, {
    ...about,
    type: 'item_canceled',
    to: [
      { users: [item.responsibleId].filter(isToBeTold), because: 'respondia por este item' },
      { users: [protocol.createdBy].filter(isToBeTold), because: 'criou o protocolo' },
    ],
    by: viewer,
    title: 'Item cancelado',
    message: `Protocolo #${protocol.id}: ${description}`,
  })
}

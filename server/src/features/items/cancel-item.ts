import { historyAction } from '@malote/core/history/history-entry.ts'
import { canCancelItem } from '@malote/core/items/item-rules.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import type { Db } from '../../db/connect.ts'
import type { Actor } from '../../lib/actor.ts'
import { notify } from '../notifications/public.ts'
import { itemLabel, lockProtocolOfItem, recordHistory, updateItems } from '../protocols/public.ts'
import { findItem } from './item.queries.ts'

/**
 * *Cancelar Item*: cancels a pending item, with a reason.
 *
 * @param body read only after checking that the item may be cancelled (contract 12.4)
 */
export function cancelItem(db: Db, viewer: Actor, itemId: number, body: () => { reason: string }, now: Date) {
  return db.transaction().execute(async (trx) => {
    const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
    ensure(canCancelItem(protocol, item))
    const { reason } = body()

    const cancelled = { cancelledAt: now, cancelledBy: viewer.id, cancelReason: reason }
    await updateItems(trx, protocol.id, [itemId], { status: itemStatus.cancelled, ...cancelled }, now)
    const description = `${itemLabel(item)} cancelado por ${viewer.name}. Motivo: ${reason}`
    await recordHistory(trx, {
      protocolId: protocol.id,
      itemId,
      action: historyAction.itemCancelled,
      description,
      by: viewer.id,
      at: now,
    })
    await notify(trx, {
      type: 'item_canceled',
      to: [
        { users: [item.responsibleId], because: 'respondia por este item' },
        { users: [protocol.createdBy], because: 'criou o protocolo' },
      ],
      by: viewer,
      title: 'Item cancelado',
      message: `Protocolo #${protocol.id}: ${description}`,
      protocolId: protocol.id,
      itemId,
      at: now,
    })
    return { item: await findItem(trx, itemId) }
  })
}

import { doneTitle, historyAction } from '@malote/core/acts/act.ts'
import { canCancelItem } from '@malote/core/items/item-rules.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import { keepText } from '../../domain/custody/typed-texts.repo.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordHopEnded } from '../protocols/public.ts'
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
    await markCancelled(trx, viewer, protocol, item, body().reason, now)
    return { item: await findItem(trx, viewer, itemId) }
  })
}

/**
 * Cancels an item, after the rules were checked, and notifies its responsible user and the protocol's creator.
 *
 * @param except ids of people who get another notification of the same act
 * @returns ids of the notified people
 */
export async function markCancelled(
  trx: Trx,
  viewer: Actor,
  protocol: LockedProtocol,
  item: LockedItem,
  reason: string,
  now: Date,
  except: readonly number[] = [],
): Promise<number[]> {
  const cancelled = { cancelledAt: now, cancelledBy: viewer.id, cancelReason: reason }
  await updateItems(trx, protocol.id, [item.id], { status: itemStatus.cancelled, ...cancelled }, now)
  const why = await keepText(trx, reason, 'item_cancel_reason', item.id)
  const description = `${itemLabel(item)} cancelado por ${viewer.name}. Motivo: ${why.token}`
  const about = { protocolId: protocol.id, itemId: item.id, texts: [why], at: now }
  await recordHistory(trx, { ...about, action: historyAction.itemCancelled, description, by: viewer.id })
  await recordHopEnded(trx, viewer, protocol, [item.forwardedFromItemId], 'cancelled', now)
  return notify(trx, {
    ...about,
    type: 'item_canceled',
    to: [
      { users: [item.responsibleId], because: 'respondia por este item' },
      { users: [protocol.createdBy], because: 'criou o protocolo' },
    ],
    by: viewer,
    except,
    title: doneTitle('cancelItem', 1),
    message: `Protocolo #${protocol.id}: ${description}`,
  })
}

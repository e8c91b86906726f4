import { canCancelItem } from '@malote/core/items/item-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { findItem } from './item.queries.ts'
import { markCancelled } from './mark-cancelled.ts'

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

import { canReturn } from '@malote/core/items/item-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import type { Db } from '../../db/connect.ts'
import type { Actor } from '../../lib/actor.ts'
import { notify } from '../notifications/public.ts'
import { lockProtocolOfItem, originAudience } from '../protocols/public.ts'
import { findItem } from './item.queries.ts'
import { markReturned, returnedText } from './mark-returned.ts'

/** *Marcar como Retornado*: the destination returns the item to the origin. */
export function returnItem(db: Db, viewer: Actor, itemId: number, now: Date) {
  return db.transaction().execute(async (trx) => {
    const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
    ensure(canReturn(viewer, protocol, item))
    await markReturned(trx, viewer, protocol, [item], now)
    await notify(trx, {
      type: 'item_return',
      to: originAudience(protocol),
      by: viewer,
      ...returnedText(viewer, [{ protocolId: protocol.id, items: [item] }]),
      protocolId: protocol.id,
      at: now,
    })
    return { item: await findItem(trx, viewer, itemId) }
  })
}

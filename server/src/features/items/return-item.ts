import { canReturn } from '@malote/core/items/item-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { originAudience } from '../../domain/custody/audiences.ts'
import { lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
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

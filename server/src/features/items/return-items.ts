import type { BulkReply } from '@malote/core/items/item.ts'
import { canReturnInBulk } from '@malote/core/items/item-rules.ts'
import { originAudience } from '../../domain/custody/audiences.ts'
import type { LockedItem } from '../../domain/custody/lock-protocol.ts'
import { noticesOfAct } from '../../domain/notices/notices-of-act.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { type BulkContext, eachItem } from './each-item.ts'
import { markReturned, returnedText } from './mark-returned.ts'

/** *Retornar Selecionados*: returns several items, of any protocols, as far as the viewer may (contract 6.6). */
export async function returnItems(
  db: Db,
  viewer: Actor,
  itemIds: readonly number[],
  { now, log }: BulkContext,
): Promise<BulkReply> {
  const notices = noticesOfAct<LockedItem>({
    type: 'item_return',
    by: viewer,
    at: now,
    text: (parts) => returnedText(viewer, parts),
  })
  const results = await eachItem(db, viewer, itemIds, log, {
    verdict: (protocol, item) => canReturnInBulk(viewer, protocol, item),
    change: async (trx, protocol, items) => {
      await markReturned(trx, viewer, protocol, items, now)
      await notices.tell(trx, { protocolId: protocol.id, items }, originAudience(protocol))
    },
    notices: [notices],
    done: 'Item retornado com sucesso!',
  })
  return { results }
}

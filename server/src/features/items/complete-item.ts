import { canCompleteItem } from '@malote/core/items/item-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { findItem } from './item.queries.ts'
import { completedSentence, markCompleted } from './mark-completed.ts'

/** *Marcar como Concluído*: the origin confirms that a returned item is back. */
export function completeItem(db: Db, viewer: Actor, itemId: number, now: Date) {
  return db.transaction().execute(async (trx) => {
    const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
    ensure(canCompleteItem(viewer, protocol, item))
    await markCompleted(trx, viewer, protocol, [item], now)
    await notify(trx, {
      type: 'item_completed',
      to: [
        { users: [item.responsibleId], because: 'responde por este item' },
        { managersOf: protocol.destinationDepartmentId, because: 'é gestor do departamento de destino' },
      ],
      by: viewer,
      title: 'Item concluído',
      message: `${completedSentence(viewer, protocol, item)} (protocolo #${protocol.id}).`,
      protocolId: protocol.id,
      itemId,
      at: now,
    })
    return { item: await findItem(trx, viewer, itemId) }
  })
}

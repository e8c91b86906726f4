import { historyAction } from '@malote/core/history/history-entry.ts'
import { canCompleteItem } from '@malote/core/items/item-rules.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { ensure } from '@malote/core/shared/verdict.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../db/connect.ts'
import { notify } from '../notifications/public.ts'
import { itemLabel, lockProtocolOfItem, recordHistory, updateItems } from '../protocols/public.ts'
import { findItem } from './item.queries.ts'

/** *Marcar como Concluído*: the origin confirms that a returned item is back. */
export function completeItem(db: Db, viewer: Viewer, itemId: number, now: Date) {
  return db.transaction().execute(async (trx) => {
    const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
    ensure(canCompleteItem(viewer, protocol, item))

    await updateItems(
      trx,
      protocol.id,
      [itemId],
      { status: itemStatus.completed, completedAt: now, completedBy: viewer.id },
      now,
    )
    const description = `${itemLabel(item)} concluído por ${viewer.name} em ${protocol.originDepartment}`
    await recordHistory(trx, {
      protocolId: protocol.id,
      itemId,
      action: historyAction.itemCompleted,
      description,
      by: viewer.id,
      at: now,
    })
    await notify(trx, {
      type: 'item_completed',
      to: [
        { users: [item.responsibleId], because: 'responde por este item' },
        { managersOf: protocol.destinationDepartmentId, because: 'é gestor do departamento de destino' },
      ],
      actorId: viewer.id,
      title: 'Item concluído',
      message: `${description} (protocolo #${protocol.id}).`,
      protocolId: protocol.id,
      itemId,
      at: now,
    })
    return { item: await findItem(trx, itemId) }
  })
}

import type { BulkReply } from '@malote/core/items/item.ts'
import { canCompleteInBulk } from '@malote/core/items/item-rules.ts'
import { countOf } from '../../domain/custody/item-label.ts'
import type { LockedItem } from '../../domain/custody/lock-protocol.ts'
import { noticesOfAct } from '../../domain/notices/notices-of-act.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { firstSubject, isResponsibleFor, itemsOf, ofProtocols } from './act-words.ts'
import { type BulkContext, eachItem } from './each-item.ts'
import { markCompleted } from './mark-completed.ts'

/** *Concluir selecionados*: confirms that several items are back, as far as the viewer may (contract 17.3). */
export async function completeItems(
  db: Db,
  viewer: Actor,
  itemIds: readonly number[],
  { now, log }: BulkContext,
): Promise<BulkReply> {
  const notices = noticesOfAct<LockedItem>({
    type: 'item_completed',
    by: viewer,
    at: now,
    text: (parts) => {
      const items = itemsOf(parts)
      return {
        title: items.length === 1 ? 'Item concluído' : `${items.length} itens concluídos`,
        message: `${viewer.name} concluiu ${countOf(items)} ${ofProtocols(parts)}`,
        ...firstSubject(parts),
      }
    },
  })
  const results = await eachItem(db, viewer, itemIds, log, {
    verdict: (protocol, item) => canCompleteInBulk(viewer, protocol, item),
    change: async (trx, protocol, items) => {
      await markCompleted(trx, viewer, protocol, items, now)
      await notices.tell(trx, { protocolId: protocol.id, items }, [
        {
          users: items.map(({ responsibleId }) => responsibleId),
          because: 'responde por isso',
          only: isResponsibleFor,
        },
        { managersOf: protocol.destinationDepartmentId, because: 'é gestor do departamento de destino' },
      ])
    },
    notices: [notices],
    done: 'Item concluído com sucesso!',
  })
  return { results }
}

import { doneTitle, historyAction } from '@malote/core/acts/act.ts'
import type { BulkReply } from '@malote/core/items/item.ts'
import { canCompleteInBulk, canCompleteItem } from '@malote/core/items/item-rules.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordAct } from '../../domain/custody/history.repo.ts'
import { allLabels, countOf, itemLabel } from '../../domain/custody/item-label.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import { noticesOfAct } from '../../domain/notices/notices-of-act.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordHopEnded } from '../protocols/public.ts'
import { firstSubject, isResponsibleFor, itemsOf, ofProtocols } from './bulk-notices.ts'
import { findItem } from './item.queries.ts'
import { type BulkContext, runBulk } from './run-bulk.ts'

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
      title: doneTitle('completeItem', 1),
      message: `${completedSentence(viewer, protocol, item)} (protocolo #${protocol.id}).`,
      protocolId: protocol.id,
      itemId,
      at: now,
    })
    return { item: await findItem(trx, viewer, itemId) }
  })
}

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
        title: doneTitle('completeItem', items.length),
        message: `${viewer.name} concluiu ${countOf(items)} ${ofProtocols(parts)}`,
        ...firstSubject(parts),
      }
    },
  })
  const results = await runBulk(db, viewer, itemIds, log, {
    verdict: (protocol, item) => canCompleteInBulk(viewer, protocol, item),
    change: async (trx, protocol, items) => {
      await markCompleted(trx, viewer, protocol, items, now)
      await notices.notify(trx, { protocolId: protocol.id, items }, [
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

/** Completes returned items of one protocol, after the rules were checked. Writes one history line for all. */
async function markCompleted(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  now: Date,
): Promise<void> {
  const ids = items.map(({ id }) => id)
  const completed = { status: itemStatus.completed, completedAt: now, completedBy: viewer.id }
  await updateItems(trx, protocol.id, ids, completed, now)
  await recordAct(
    trx,
    {
      protocolId: protocol.id,
      action: historyAction.itemCompleted,
      description: `${countOf(items)} concluídos por ${viewer.name} em ${protocol.originDepartment}: ${allLabels(items)}`,
      by: viewer.id,
      at: now,
    },
    items.map((item) => ({ itemId: item.id, description: completedSentence(viewer, protocol, item) })),
  )
  const parents = items.map(({ forwardedFromItemId }) => forwardedFromItemId)
  await recordHopEnded(trx, viewer, protocol, parents, 'back', now)
}

const completedSentence = (viewer: Viewer, { originDepartment }: LockedProtocol, item: LockedItem): string =>
  `${itemLabel(item)} concluído por ${viewer.name} em ${originDepartment}`

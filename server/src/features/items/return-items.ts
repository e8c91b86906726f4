import { doneTitle, historyAction } from '@malote/core/acts/act.ts'
import type { BulkReply } from '@malote/core/items/item.ts'
import { canReturn, canReturnAny, canReturnInBulk, canReturnOneOfAll } from '@malote/core/items/item-rules.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { originAudience } from '../../domain/custody/audiences.ts'
import { recordAct } from '../../domain/custody/history.repo.ts'
import { allLabels, countOf, itemLabel } from '../../domain/custody/item-label.ts'
import {
  itemsOfLocked,
  type LockedItem,
  type LockedProtocol,
  lockProtocol,
  lockProtocolOfItem,
} from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import { type NoticeText, noticesOfAct, type Part } from '../../domain/notices/notices-of-act.ts'
import { notify } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { firstSubject, itemsOf, ofProtocols } from './bulk-notices.ts'
import { findItem } from './item.queries.ts'
import { type BulkContext, runBulk } from './run-bulk.ts'

/** *Marcar como Retornado*: the destination returns the item to the origin. */
export function returnItem(db: Db, viewer: Actor, itemId: number, now: Date) {
  return db.transaction().execute(async (trx) => {
    await returnIn(trx, viewer, itemId, now)
    return { item: await findItem(trx, viewer, itemId) }
  })
}

/** {@link returnItem} in a transaction that does something else, too. */
export async function returnIn(trx: Trx, viewer: Actor, itemId: number, now: Date): Promise<void> {
  const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
  ensure(canReturn(viewer, protocol, item))
  await returnTogether(trx, viewer, protocol, [item], now)
}

/**
 * Returns everything of a protocol that the viewer may return now, as one act (contract 23.4).
 *
 * @returns how many items were returned
 * @throws AppError why none can be
 */
export async function returnAllIn(trx: Trx, viewer: Actor, protocolId: number, now: Date): Promise<number> {
  const protocol = await lockProtocol(trx, protocolId, viewer)
  const items = await itemsOfLocked(trx, protocolId)
  ensure(canReturnAny(viewer, protocol, items))
  const returned = items.filter((item) => canReturnOneOfAll(viewer, protocol, item).allowed)
  await returnTogether(trx, viewer, protocol, returned, now)
  return returned.length
}

async function returnTogether(
  trx: Trx,
  viewer: Actor,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  now: Date,
) {
  await markReturned(trx, viewer, protocol, items, now)
  await notify(trx, {
    type: 'item_return',
    to: originAudience(protocol),
    by: viewer,
    ...returnedText(viewer, [{ protocolId: protocol.id, items }]),
    protocolId: protocol.id,
    at: now,
  })
}

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
  const results = await runBulk(db, viewer, itemIds, log, {
    verdict: (protocol, item) => canReturnInBulk(viewer, protocol, item),
    change: async (trx, protocol, items) => {
      await markReturned(trx, viewer, protocol, items, now)
      await notices.notify(trx, { protocolId: protocol.id, items }, originAudience(protocol))
    },
    notices: [notices],
    done: 'Item retornado com sucesso!',
  })
  return { results }
}

/**
 * Marks items of one protocol as returned, after the rules were checked. Writes one history line for all.
 *
 * @param isConfirmation true when the origin says that it has them back, instead of the destination returning them
 */
export async function markReturned(
  trx: Trx,
  viewer: Viewer,
  protocol: LockedProtocol,
  items: readonly LockedItem[],
  now: Date,
  isConfirmation = false,
): Promise<void> {
  const route = `de ${protocol.destinationDepartment} para ${protocol.originDepartment}`
  const how = (word: string) =>
    isConfirmation ? `${word} ${route}, como confirmou ${viewer.name}` : `${word} por ${viewer.name}, ${route}`
  const ids = items.map((item) => item.id)
  await updateItems(
    trx,
    protocol.id,
    ids,
    { status: itemStatus.returned, actualReturnDate: now, returnedBy: viewer.id },
    now,
  )
  await recordAct(
    trx,
    {
      protocolId: protocol.id,
      action: historyAction.itemReturned,
      description: `${countOf(items)} ${how('retornados')}: ${allLabels(items)}`,
      by: viewer.id,
      at: now,
    },
    items.map((item) => ({ itemId: item.id, description: `${itemLabel(item)} ${how('retornado')}` })),
  )
}

export function returnedText(viewer: Viewer, parts: readonly Part<LockedItem>[]): NoticeText {
  const items = itemsOf(parts)
  return {
    title: doneTitle('returnItem', items.length),
    message: `${viewer.name} retornou ${countOf(items)} ${ofProtocols(parts)}`,
    ...firstSubject(parts),
  }
}

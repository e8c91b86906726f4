import { historyAction } from '@malote/core/history/history-entry.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { countOf, itemLabel } from '../../domain/custody/item-label.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import type { NoticeText, Part } from '../../domain/notices/notices-of-act.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { firstSubject, itemsOf, ofProtocols } from './act-words.ts'

/**
 * Marks items of one protocol as returned, after the rules were checked. Writes one history line per item.
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
  const how = isConfirmation
    ? `retornado ${route}, como confirmou ${viewer.name}`
    : `retornado por ${viewer.name}, ${route}`
  const ids = items.map((item) => item.id)
  await updateItems(
    trx,
    protocol.id,
    ids,
    { status: itemStatus.returned, actualReturnDate: now, returnedBy: viewer.id },
    now,
  )
  await recordHistory(
    trx,
    items.map((item) => ({
      protocolId: protocol.id,
      itemId: item.id,
      action: historyAction.itemReturned,
      description: `${itemLabel(item)} ${how}`,
      by: viewer.id,
      at: now,
    })),
  )
}

export function returnedText(viewer: Viewer, parts: readonly Part<LockedItem>[]): NoticeText {
  const items = itemsOf(parts)
  return {
    title: items.length === 1 ? 'Item retornado' : `${items.length} itens retornados`,
    message: `${viewer.name} retornou ${countOf(items)} ${ofProtocols(parts)}`,
    ...firstSubject(parts),
  }
}

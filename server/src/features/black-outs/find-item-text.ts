import { type ItemText, removedText } from '@malote/core/black-outs/black-out.ts'
import { historyAction } from '@malote/core/history/history-entry.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { describedIn, itemLabel } from '../../domain/custody/item-label.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import type { Announced } from '../../domain/notices/black-out-notices.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { writeOffOf } from '../occurrences/public.ts'
import { quotedDescriptions, quotesText } from '../protocols/public.ts'
import { lockProtocolsOf, otherHopsOf } from './copies.queries.ts'
import type { Entry } from './entries.queries.ts'
import { outcomeNoteOf } from './find-occurrence-text.ts'
import { cancelReasonOf } from './find-protocol-text.ts'
import type { RemovalTarget } from './removal-target.ts'

const words: Record<ItemText, string> = {
  description: 'a descrição',
  reason: 'o motivo',
  cancel_reason: 'o motivo do cancelamento',
}

/**
 * A text of an item. The reason of an item that was cancelled with its protocol is the protocol's reason, that of a
 * written-off item the note of its occurrence. With a description or a reason go the same texts of the item before and
 * after it was passed on or redirected.
 *
 * @param chosen read only after finding the item
 * @throws AppError ITEM_NOT_FOUND
 */
export async function findItemText(
  trx: Trx,
  viewer: Viewer,
  itemId: number,
  chosen: () => ItemText,
): Promise<RemovalTarget> {
  await lockProtocolsOf(trx, [itemId, ...(await otherHopsOf(trx, itemId))])
  const { protocol, item } = await lockProtocolOfItem(trx, itemId, viewer)
  const field = chosen()
  if (field === 'cancel_reason') {
    const ofProtocol = await cancelReasonOf(trx, protocol)
    if (ofProtocol.alsoRemoved?.some(({ targetId }) => targetId === itemId)) return ofProtocol
    const occurrence = await writeOffOf(trx, itemId)
    if (occurrence) return outcomeNoteOf({ protocol, item, occurrence })
  }
  const target = await textOf(trx, protocol, item, field)
  if (field === 'cancel_reason' || !target.text) return target
  const copies: RemovalTarget[] = []
  for (const id of await otherHopsOf(trx, itemId)) {
    const other = await lockProtocolOfItem(trx, id, viewer)
    const copy = await textOf(trx, other.protocol, other.item, field)
    if (copy.text === target.text) copies.push(copy)
  }
  return { ...target, copies }
}

async function textOf(trx: Trx, protocol: LockedProtocol, item: LockedItem, field: ItemText): Promise<RemovalTarget> {
  const itemId = item.id
  const column = field === 'cancel_reason' ? 'cancelReason' : field
  const texts = await trx
    .selectFrom('items')
    .select(['description', 'reason', 'cancelReason'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()
  return {
    protocol,
    ...{ kind: `item_${field}`, id: itemId, itemId, subjectKind: 'item', text: texts[column] },
    words: `${words[field]} do ${itemLabel(item)}`,
    isQuotedBy: ({ action, description, itemIds }) =>
      field === 'cancel_reason'
        ? action === historyAction.itemCancelled && itemIds.includes(itemId)
        : action === historyAction.protocolEdited && quotesText(description, field, item),
    ...(field === 'description' && { toldWith: (entries) => askedFor(entries, item, protocol.id, texts.description) }),
    remove: (transaction, at) => updateItems(transaction, protocol.id, [itemId], { [column]: removedText }, at),
  }
}

/**
 * Notifications of *Cobrar* quote the item's description; their entries in the history do not. It may be the present
 * description, or one that a later edit has replaced and quotes.
 */
function askedFor(
  entries: readonly Entry[],
  item: LockedItem,
  protocolId: number,
  present: string | null,
): Announced[] {
  const edits = entries.filter(({ action }) => action === historyAction.protocolEdited)
  const versions = new Set([
    present ?? '',
    ...edits.flatMap(({ description }) => quotedDescriptions(description, item)),
  ])
  const texts = [...versions].filter((text) => text !== '').map((text) => describedIn(protocolId, text))
  return entries
    .filter(({ action, itemIds }) => action === historyAction.itemsAskedFor && itemIds.includes(item.id))
    .map(({ at }) => ({ at, texts }))
}

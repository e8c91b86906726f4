import { type ItemText, type OccurrenceText, type RequestText, removedText } from '@malote/core/black-outs/black-out.ts'
import { historyAction } from '@malote/core/history/history-entry.ts'
import { occurrenceOutcome } from '@malote/core/occurrences/occurrence.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { describedIn, itemLabel } from '../../domain/custody/item-label.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import type { Announced } from '../../domain/notices/withdraw-notices.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { blackOutRequest, lockRequest } from '../due-dates/public.ts'
import { blackOutOccurrence, type LockedOccurrence, lockOccurrence, writeOffOf } from '../occurrences/public.ts'
import { quotedDescriptions, quotesText } from '../protocols/public.ts'
import type { Entry } from './black-outs.repo.ts'
import { lockProtocolsOf, otherHopsOf } from './black-outs.repo.ts'
import { cancelReasonOf } from './find-protocol-texts.ts'
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

const requestWords: Record<RequestText, string> = {
  reason: 'o motivo de um pedido de prazo',
  note: 'a resposta a um pedido de prazo',
}

/**
 * A text of a request for more time. Its reason is also that of the due date that was granted.
 *
 * @param chosen read only after finding the request
 * @throws AppError EXTENSION_REQUEST_NOT_FOUND
 */
export async function findRequestText(
  trx: Trx,
  viewer: Viewer,
  id: number,
  chosen: () => RequestText,
): Promise<RemovalTarget> {
  const { protocol, item, request } = await lockRequest(trx, id, viewer)
  const field = chosen()
  const text = request[field]
  return {
    protocol,
    ...{ kind: `extension_request_${field}`, id, itemId: item.id, subjectKind: 'extension_request', text },
    words: `${requestWords[field]} do ${itemLabel(item)}`,
    isQuotedBy: (entry) => text !== null && entry.itemIds.includes(item.id) && isInRequestLine[field](entry, text),
    remove: (transaction) => blackOutRequest(transaction, id, { [field]: removedText }),
  }
}

/** The texts as `extension-requests` and `items` write them into the history. */
const isInRequestLine: Record<RequestText, (entry: Entry, text: string) => boolean> = {
  reason: ({ action, description }, text) =>
    (action === historyAction.extensionRequested && description.endsWith(`Motivo: “${text}”`)) ||
    (action === historyAction.dueDateChanged &&
      (description.endsWith(`Motivo: ${text}`) || description.includes(`Motivo: ${text}. Resposta: “`))),
  note: ({ action, description }, text) =>
    (action === historyAction.dueDateChanged || action === historyAction.extensionDenied) &&
    description.endsWith(`Resposta: “${text}”`),
}

/** An occurrence with what its texts are about. */
interface Found {
  protocol: LockedProtocol
  item: LockedItem
  occurrence: LockedOccurrence
}

/**
 * A text of an occurrence.
 *
 * @param field read only after finding the occurrence
 * @throws AppError OCCURRENCE_NOT_FOUND
 */
export async function findOccurrenceText(
  trx: Trx,
  viewer: Viewer,
  id: number,
  field: () => OccurrenceText,
): Promise<RemovalTarget> {
  const found = await lockOccurrence(trx, id, viewer)
  return field() === 'description' ? descriptionOf(found) : outcomeNoteOf(found)
}

function descriptionOf({ protocol, item, occurrence }: Found): RemovalTarget {
  const { id, description: text } = occurrence
  return {
    protocol,
    ...{ kind: 'occurrence_description', id, itemId: item.id, subjectKind: 'occurrence', text },
    words: `a descrição de uma ocorrência do ${itemLabel(item)}`,
    isQuotedBy: (entry) => entry.action === historyAction.occurrenceOpened && quotes(entry, item, text),
    remove: (trx) => blackOutOccurrence(trx, id, { description: removedText }),
  }
}

/** How it was resolved. Of a written-off item it is also the reason of the cancellation. */
function outcomeNoteOf({ protocol, item, occurrence }: Found): RemovalTarget {
  const { id, outcome, outcomeNote: text } = occurrence
  const isWrittenOff = outcome === occurrenceOutcome.writtenOff
  return {
    protocol,
    ...{ kind: 'occurrence_outcome_note', id, itemId: item.id, subjectKind: 'occurrence', text },
    words: `o desfecho de uma ocorrência do ${itemLabel(item)}`,
    isQuotedBy: (entry) =>
      (entry.action === historyAction.occurrenceResolved && text !== null && quotes(entry, item, text)) ||
      (isWrittenOff && entry.action === historyAction.itemCancelled && entry.itemIds.includes(item.id)),
    ...(isWrittenOff && { alsoRemoved: [{ kind: 'item_cancel_reason' as const, targetId: item.id }] }),
    remove: async (trx, at) => {
      await blackOutOccurrence(trx, id, { outcomeNote: removedText })
      if (isWrittenOff) await updateItems(trx, protocol.id, [item.id], { cancelReason: removedText }, at)
    },
  }
}

const quotes = ({ itemIds, description }: Entry, item: LockedItem, text: string) =>
  itemIds.includes(item.id) && description.includes(`“${text}”`)

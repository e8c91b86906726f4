import { type ItemText, type OccurrenceText, type RequestText, removedText } from '@malote/core/black-outs/black-out.ts'
import { occurrenceOutcome } from '@malote/core/occurrences/occurrence.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { blackOutRequest, lockRequest } from '../due-dates/public.ts'
import { blackOutOccurrence, type LockedOccurrence, lockOccurrence, writeOffOf } from '../occurrences/public.ts'
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
    item,
    ...{ kind: `item_${field}`, id: itemId, subjectKind: 'item', text: texts[column] },
    words: `${words[field]} do ${itemLabel(item)}`,
    remove: (transaction, at) => updateItems(transaction, protocol.id, [itemId], { [column]: removedText }, at),
  }
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
  return {
    protocol,
    item,
    ...{ kind: `extension_request_${field}`, id, subjectKind: 'extension_request', text: request[field] },
    words: `${requestWords[field]} do ${itemLabel(item)}`,
    remove: (transaction) => blackOutRequest(transaction, id, { [field]: removedText }),
  }
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
    item,
    ...{ kind: 'occurrence_description', id, subjectKind: 'occurrence', text },
    words: `a descrição de uma ocorrência do ${itemLabel(item)}`,
    remove: (trx) => blackOutOccurrence(trx, id, { description: removedText }),
  }
}

/** How it was resolved. Of a written-off item it is also the reason of the cancellation. */
function outcomeNoteOf({ protocol, item, occurrence }: Found): RemovalTarget {
  const { id, outcome, outcomeNote: text } = occurrence
  const isWrittenOff = outcome === occurrenceOutcome.writtenOff
  return {
    protocol,
    item,
    ...{ kind: 'occurrence_outcome_note', id, subjectKind: 'occurrence', text },
    words: `o desfecho de uma ocorrência do ${itemLabel(item)}`,
    ...(isWrittenOff && { alsoRemoved: [{ kind: 'item_cancel_reason' as const, targetId: item.id }] }),
    remove: async (trx, at) => {
      await blackOutOccurrence(trx, id, { outcomeNote: removedText })
      if (isWrittenOff) await updateItems(trx, protocol.id, [item.id], { cancelReason: removedText }, at)
    },
  }
}

import { type OccurrenceText, removedText } from '@malote/core/black-outs/black-out.ts'
import { historyAction } from '@malote/core/history/history-entry.ts'
import { occurrenceOutcome } from '@malote/core/occurrences/occurrence.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import { updateItems } from '../../domain/custody/protocols.repo.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { blackOutOccurrence, type LockedOccurrence, lockOccurrence } from '../occurrences/public.ts'
import type { Entry } from './entries.queries.ts'
import type { RemovalTarget } from './removal-target.ts'

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
export function outcomeNoteOf({ protocol, item, occurrence }: Found): RemovalTarget {
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

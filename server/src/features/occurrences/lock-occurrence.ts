import { type OccurrenceKind, type OccurrenceOutcome, occurrenceOutcome } from '@malote/core/occurrences/occurrence.ts'
import type { OccurrenceFacts } from '@malote/core/occurrences/occurrence-rules.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Trx } from '../../platform/db/connect.ts'

/** An occurrence of a locked protocol. */
export interface LockedOccurrence extends OccurrenceFacts {
  id: number
  kind: OccurrenceKind
  description: string
  outcome: OccurrenceOutcome | null
  outcomeNote: string | null
}

/**
 * An occurrence with its item and its protocol, whose row is locked: every writer of occurrences does this.
 *
 * @throws AppError OCCURRENCE_NOT_FOUND also when the viewer may not see its protocol
 */
export async function lockOccurrence(
  trx: Trx,
  id: number,
  viewer: Viewer,
): Promise<{ protocol: LockedProtocol; item: LockedItem; occurrence: LockedOccurrence }> {
  const found = await trx
    .selectFrom('occurrences')
    .select('itemId')
    .where('id', '=', id)
    .where(visibleTo(viewer, 'occurrences'))
    .executeTakeFirst()
  if (!found) throw new AppError('OCCURRENCE_NOT_FOUND')
  const locked = await lockProtocolOfItem(trx, found.itemId, viewer)
  const occurrence = await selected(trx).where('id', '=', id).executeTakeFirstOrThrow()
  return { ...locked, occurrence: occurrence as LockedOccurrence }
}

/** The occurrence as which an item of a locked protocol was written off. */
export async function writeOffOf(trx: Trx, itemId: number): Promise<LockedOccurrence | undefined> {
  const occurrence = await selected(trx)
    .where('itemId', '=', itemId)
    .where('outcome', '=', occurrenceOutcome.writtenOff)
    .executeTakeFirst()
  return occurrence as LockedOccurrence | undefined
}

const selected = (trx: Trx) =>
  trx
    .selectFrom('occurrences')
    .select(['id', 'kind', 'status', 'description', 'outcome', 'outcomeNote', 'openedBy as openedById'])

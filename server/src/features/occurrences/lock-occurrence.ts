import type { OccurrenceKind } from '@malote/core/occurrences/occurrence.ts'
import type { OccurrenceFacts } from '@malote/core/occurrences/occurrence-rules.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Trx } from '../../db/connect.ts'
import { visibleTo } from '../../visibility/visible-to.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../protocols/public.ts'

/** An occurrence of a locked protocol. */
export interface LockedOccurrence extends OccurrenceFacts {
  id: number
  kind: OccurrenceKind
  description: string
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
  const occurrence = await trx
    .selectFrom('occurrences')
    .select(['id', 'kind', 'status', 'description', 'outcomeNote', 'openedBy as openedById'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...locked, occurrence: occurrence as LockedOccurrence }
}

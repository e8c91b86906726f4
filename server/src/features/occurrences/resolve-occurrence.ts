import { historyAction } from '@malote/core/acts/act.ts'
import {
  kindWords,
  type Occurrence,
  type OccurrenceKind,
  type OccurrenceOutcome,
  type OccurrenceResolution,
  occurrenceOutcome,
  outcomeWords,
} from '@malote/core/occurrences/occurrence.ts'
import { canResolveOccurrence, type OccurrenceFacts } from '@malote/core/occurrences/occurrence-rules.ts'
import { resolvedTitle } from '@malote/core/occurrences/occurrence-titles.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { originAudience } from '../../domain/custody/audiences.ts'
import { recordHistory } from '../../domain/custody/history.repo.ts'
import { itemLabel } from '../../domain/custody/item-label.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { keepText } from '../../domain/custody/typed-texts.repo.ts'
import type { Audience } from '../../domain/notices/audience.ts'
import { notify } from '../../domain/notices/notify.ts'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { markCancelled, markReturned } from '../items/public.ts'
import { occurrenceAfter, settleOccurrence } from './occurrences.repo.ts'
import { concerned } from './open-occurrences.ts'

/**
 * *Resolver ocorrência*. `returned` and `written_off` also return or cancel the item, as its buttons do.
 *
 * @param body read only after checking that the viewer may resolve it at all (contract 12.4)
 * @throws AppError OCCURRENCE_NOT_FOUND; those of {@link canResolveOccurrence}
 */
export function resolveOccurrence(
  db: Db,
  viewer: Actor,
  id: number,
  body: () => OccurrenceResolution,
  now: Date,
): Promise<Occurrence> {
  return db.transaction().execute(async (trx) => {
    const { protocol, item, occurrence } = await lockOccurrence(trx, id, viewer)
    // Unfounded is allowed to more people, and in more states, than any other outcome.
    ensure(canResolveOccurrence(viewer, protocol, item, occurrence, occurrenceOutcome.unfounded))
    const { outcome, note } = body()
    ensure(canResolveOccurrence(viewer, protocol, item, occurrence, outcome))

    // Before the item ends, which settles its open occurrences without an outcome.
    await settleOccurrence(trx, id, { outcome, note, by: viewer.id, at: now })
    const said = await keepText(trx, note, 'occurrence_outcome_note', id)
    const description = `${viewer.name} resolveu a ocorrência “${kindWords[occurrence.kind]}” do ${itemLabel(item)}: ${outcomeWords[outcome]}. Desfecho: “${said.token}”`
    const about = { protocolId: protocol.id, itemId: item.id, texts: [said], at: now }
    await recordHistory(trx, { ...about, action: historyAction.occurrenceResolved, description, by: viewer.id })
    const { openedById } = occurrence
    if (outcome === occurrenceOutcome.returned) await markReturned(trx, viewer, protocol, [item], now, true)
    const isWrittenOff = outcome === occurrenceOutcome.writtenOff
    const notified = isWrittenOff ? await markCancelled(trx, viewer, protocol, item, note, now, [openedById]) : []
    await notify(trx, {
      ...about,
      type: 'item_return',
      to: audienceOf(viewer, protocol, item, occurrence, outcome),
      by: viewer,
      except: notified,
      title: resolvedTitle,
      message: `Protocolo #${protocol.id}: ${description}`,
    })
    return occurrenceAfter(trx, id)
  })
}

/**
 * The person who opened it, and everybody who was notified of that. For a written-off item, its responsible user and the
 * creator get another notification.
 */
function audienceOf(
  viewer: Actor,
  protocol: LockedProtocol,
  item: LockedItem,
  { openedById }: LockedOccurrence,
  outcome: OccurrenceOutcome,
): Audience[] {
  const opener = { users: [openedById], because: 'registrou a ocorrência' }
  const { people, managers } = concerned(viewer, protocol, [item])
  if (outcome === occurrenceOutcome.writtenOff) return [opener, ...managers]
  const returned = outcome === occurrenceOutcome.returned ? originAudience(protocol) : []
  return [opener, ...people, ...managers, ...returned]
}

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

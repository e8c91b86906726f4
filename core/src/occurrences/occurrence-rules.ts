import { canCancelItem, type ItemFacts, isReturnable, type ReturnFacts } from '../items/item-rules.ts'
import { itemStatus } from '../items/item-status.ts'
import { isAtOrigin, type Route, whyClosed } from '../protocols/protocol-rules.ts'
import { isOpen, type ProtocolStatus } from '../protocols/protocol-status.ts'
import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import type { Viewer } from '../users/viewer.ts'
import { type OccurrenceOutcome, type OccurrenceStatus, occurrenceOutcome, occurrenceStatus } from './occurrence.ts'

/** The facts about an occurrence that the rules need. */
export interface OccurrenceFacts {
  status: OccurrenceStatus
  openedById: number
}

/** *Registrar ocorrência*: by any user who may see the protocol, while protocol and item are open (contract 20.11). */
export function canOpenOccurrence(protocol: { status: ProtocolStatus }, item: Pick<ItemFacts, 'status'>): Verdict {
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  if (item.status === itemStatus.completed) return refused('ITEM_ALREADY_COMPLETED')
  return item.status === itemStatus.cancelled ? refused('ITEM_ALREADY_CANCELLED') : allowed
}

/**
 * *Resolver ocorrência*: by the origin; by the person who opened it only as unfounded. `returned` and `written_off` also
 * end the item, so they need an item that may be returned, or cancelled (contract 20.12).
 */
export function canResolveOccurrence(
  viewer: Viewer,
  protocol: ReturnFacts,
  item: ItemFacts,
  occurrence: OccurrenceFacts,
  outcome: OccurrenceOutcome,
): Verdict {
  const isOwnMistake = viewer.id === occurrence.openedById && outcome === occurrenceOutcome.unfounded
  if (!isAtOrigin(viewer, protocol) && !isOwnMistake) return refused('ONLY_ORIGIN_RESOLVES')
  if (occurrence.status === occurrenceStatus.resolved) return refused('OCCURRENCE_ALREADY_RESOLVED')
  if (outcome === occurrenceOutcome.returned) return isReturnable(protocol, item)
  if (outcome === occurrenceOutcome.writtenOff) return canCancelItem(protocol, item)
  return allowed
}

/** Whether the viewer may resolve an occurrence in some way, whatever its item: as unfounded, if in no other. */
export const mayResolve = (viewer: Viewer, route: Route, { status, openedById }: OccurrenceFacts): boolean =>
  status === occurrenceStatus.open && (isAtOrigin(viewer, route) || viewer.id === openedById)

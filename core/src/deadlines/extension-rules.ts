import { type ItemFacts, type ReturnFacts, whySettled } from '../items/item-rules.ts'
import { itemStatus } from '../items/item-status.ts'
import { isAtDestination, isAtOrigin, whyClosed } from '../protocols/protocol-rules.ts'
import { isOpen } from '../protocols/protocol-status.ts'
import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import { isManager, type Viewer } from '../users/viewer.ts'
import { type RequestStatus, requestStatus } from './extension-request.ts'

/**
 * *Pedir mais prazo*: the responsible user, or a Gestor of the destination, while the item is pending and has a due date;
 * received or not, passed on or not. One request at a time (contract 21.10).
 *
 * @param hasOpenRequest whether the item has one already
 */
export function canAskForTime(
  viewer: Viewer,
  protocol: ReturnFacts,
  item: ItemFacts,
  hasOpenRequest: boolean,
): Verdict {
  const answersForIt = item.responsibleId === viewer.id || isManager(viewer)
  if (!isAtDestination(viewer, protocol) || !answersForIt) return refused('ONLY_HOLDER_ASKS_FOR_TIME')
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  if (!protocol.requiresReturn) return refused('NOTHING_TO_RETURN')
  if (item.status !== itemStatus.pending) return refused(whySettled(item.status))
  if (item.returnDate === null) return refused('ITEM_HAS_NO_DUE_DATE')
  return hasOpenRequest ? refused('REQUEST_ALREADY_OPEN') : allowed
}

/** *Conceder*, *Negar*: users of the origin, once (contract 21.11). */
export function canDecideRequest(viewer: Viewer, protocol: ReturnFacts, request: { status: RequestStatus }): Verdict {
  if (!isAtOrigin(viewer, protocol)) return refused('ONLY_ORIGIN_DECIDES_REQUEST')
  if (request.status === requestStatus.ended) return refused('REQUEST_ENDED')
  return request.status === requestStatus.open ? allowed : refused('REQUEST_ALREADY_DECIDED')
}

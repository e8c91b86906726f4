import { type ItemFacts, isStillOut, type ReturnFacts } from '../items/item-rules.ts'
import { isAtDestination, isAtOrigin, type Route } from '../protocols/protocol-rules.ts'
import { type CivilDate, inPortuguese } from '../shared/civil-date.ts'
import { allowed, refused, type Verdict } from '../shared/verdict.ts'
import { isManager, type Viewer } from '../users/viewer.ts'
import { newDueDateProblem } from './due-date-rules.ts'
import { type RequestStatus, requestStatus } from './extension-request.ts'

/**
 * *Pedir mais prazo*, *Pedir prazo*: the responsible user, or a Gestor of the destination, while the item is pending and
 * must come back, with or without a due date, received or not, passed on or not. One request at a time (contract 21.10).
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
  const verdict = isStillOut(protocol, item)
  if (!verdict.allowed) return verdict
  return hasOpenRequest ? refused('REQUEST_ALREADY_OPEN') : allowed
}

/** *Conceder*, *Negar*: users of the origin, once (contract 21.11). */
export function canDecideRequest(viewer: Viewer, protocol: Route, request: { status: RequestStatus }): Verdict {
  if (!isAtOrigin(viewer, protocol)) return refused('ONLY_ORIGIN_DECIDES_REQUEST')
  if (request.status === requestStatus.ended) return refused('REQUEST_ENDED')
  return request.status === requestStatus.open ? allowed : refused('REQUEST_ALREADY_DECIDED')
}

/**
 * A grant follows the rules of every due date. A date that was possible when it was asked for may not be any more: the
 * item was extended beyond it meanwhile, or the day has gone by.
 *
 * @param item the present due date, and the latest one that the department before allows
 * @param today the organisation's day
 * @returns the message when `date` is not allowed, else undefined
 */
export function grantProblem(
  date: CivilDate,
  requestedDate: CivilDate,
  item: Parameters<typeof newDueDateProblem>[1],
  today: CivilDate,
): string | undefined {
  const problem = newDueDateProblem(date, item, today)
  if (problem === undefined || date !== requestedDate) return problem
  return `O prazo pedido, ${inPortuguese(requestedDate)}, já não é possível. ${problem}`
}

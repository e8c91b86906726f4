import { historyAction, sideOfAction } from '../acts/act.ts'
import { type ItemStatus, itemStatus } from '../items/item-status.ts'
import { type CivilDate, inPortuguese } from '../shared/civil-date.ts'
import type { Hop } from './hop.ts'
import { stepStatus, type TimelineStep } from './tracking-result.ts'

/** An event: who did it, in which department that user works, and when. */
export interface TimelineEvent {
  /** null: the system, or an unknown user. */
  user: string | null
  department: string | null
  /** Instant, ISO 8601 UTC. */
  at: string
}

/** A history entry that concerns only this item. */
export interface ItemEvent extends TimelineEvent {
  id: number
  action: string
  description: string
}

/** The data from which an item's timeline is made. */
export interface ItemHistory {
  status: ItemStatus
  requiresReturn: boolean
  returnDate: CivilDate | null
  /** Names of the two departments. */
  origin: string
  destination: string
  /** Events of the whole protocol; null if they have not happened. */
  created: TimelineEvent
  received: TimelineEvent | null
  completed: TimelineEvent | null
  cancelled: (TimelineEvent & { reason: string | null }) | null
  /** In any order. */
  events: readonly ItemEvent[]
  /** All hops after the item, in the order in which they began (contract 20.37). */
  hops?: readonly Hop[]
}

/**
 * The item's timeline (contract 11.14): past events, oldest first, then the steps still to come.
 * The last event is the current step while a step is still to come; all steps of a finished item are completed.
 *
 * Comments and edits of the protocol are left out, because they do not move the item.
 */
export function timelineOf(history: ItemHistory): TimelineStep[] {
  const past = pastOf(history)
  if (isFinished(history)) return past
  return [
    ...past.slice(0, -1),
    ...past.slice(-1).map((last) => ({ ...last, status: stepStatus.current })),
    ...toComeOf(history),
  ]
}

/** Whether the item is finished: completed, cancelled, or in a closed protocol. */
export const isFinished = ({ status, completed, cancelled }: ItemHistory): boolean =>
  status === itemStatus.completed || status === itemStatus.cancelled || completed !== null || cancelled !== null

function pastOf(history: ItemHistory): TimelineStep[] {
  const { created, received, origin, destination } = history
  const onTheWay = [
    ...(received
      ? [step('received', historyAction.protocolReceived, `Recebido em ${destination}`, received, destination)]
      : []),
    ...history.events
      .filter(({ action }) => !toldByHops.has(action))
      .map((event) => step(String(event.id), event.action, event.description, event, placeOf(event, history))),
    ...(history.hops ?? []).flatMap(stepsOfHop),
  ]
  // The sort is stable: events of the same moment stay in the order of the history.
  onTheWay.sort((one, other) => compare(one.date ?? '', other.date ?? ''))
  return [
    step('created', historyAction.protocolCreated, `Enviado de ${origin} para ${destination}`, created, origin),
    ...onTheWay,
    ...endOf(history),
  ]
}

/** Actions of the item's own history that are left out, because its hops have a step each. */
const toldByHops: ReadonlySet<string> = new Set([historyAction.itemForwarded, historyAction.itemBackFromForward])

/**
 * What the departments of the chain did with the item: sent, received, returned or cancelled. The ids count the hops,
 * and say nothing of the protocols.
 */
function stepsOfHop(hop: Hop, index: number): TimelineStep[] {
  const { origin, destination, sentAt, receivedAt, returnedAt, cancelledAt } = hop
  const at = (what: string, words: string, place: string, date: string | null, user: string | null = null) =>
    date === null ? [] : [step(`hop-${index + 1}-${what}`, words, words, { user, department: null, at: date }, place)]
  return [
    ...at('sent', `Encaminhado para ${destination}`, origin, sentAt, hop.sender),
    ...at('received', `Recebido em ${destination}`, destination, receivedAt, hop.receiver),
    ...at('returned', `Devolvido a ${origin}`, destination, returnedAt),
    ...at('cancelled', `Encaminhamento para ${destination} cancelado`, origin, cancelledAt),
  ]
}

/** The end of the protocol as a step, if it also ended the item; an item that was settled before has its own step. */
function endOf(history: ItemHistory): TimelineStep[] {
  const { completed, cancelled, requiresReturn, origin, destination } = history
  const isSettled = history.events.some(
    ({ action }) => action === historyAction.itemCompleted || action === historyAction.itemCancelled,
  )
  if (isSettled) return []
  if (cancelled) {
    const why = cancelled.reason ? `Motivo: ${cancelled.reason}` : 'Protocolo cancelado'
    return [step('cancelled', historyAction.protocolCancelled, why, cancelled, sideOf(cancelled, history))]
  }
  if (!completed) return []
  const where = requiresReturn ? origin : destination
  return [step('completed', historyAction.protocolCompleted, `Concluído em ${where}`, completed, where)]
}

function toComeOf(history: ItemHistory): TimelineStep[] {
  const { status, requiresReturn, returnDate, received, origin, destination } = history
  const isOut = requiresReturn && status === itemStatus.pending
  const due = returnDate ? `Retorno até ${inPortuguese(returnDate)}` : 'Retorno'
  return [
    ...(isOut && !received
      ? [toCome('receive', 'Recebimento', `Aguardando recebimento em ${destination}`, destination)]
      : []),
    ...(isOut
      ? [
          toCome(
            'return',
            due,
            returnDate ? `De ${destination} para ${origin}` : 'Prazo ainda não definido',
            destination,
            returnDate,
          ),
        ]
      : []),
    requiresReturn
      ? toCome('complete', 'Conclusão', `Confirmação de ${origin}`, origin)
      : toCome('complete', 'Conclusão', `Confirmação de ${destination}`, destination),
  ]
}

function placeOf(event: ItemEvent, history: ItemHistory): string | null {
  const side = sideOfAction[event.action]
  return side ? history[side] : sideOf(event, history)
}

/** The author's department, if it is one of the two: users change departments, and an Admin may be in any. */
const sideOf = ({ department }: TimelineEvent, { origin, destination }: ItemHistory) =>
  department === origin || department === destination ? department : null

const step = (
  id: string,
  action: string,
  description: string,
  { user, at }: TimelineEvent,
  department: string | null,
): TimelineStep => ({ id, action, description, user, department, date: at, status: stepStatus.completed })

const toCome = (
  id: string,
  action: string,
  description: string,
  department: string,
  date: CivilDate | null = null,
): TimelineStep => ({ id, action, description, user: null, department, date, status: stepStatus.pending })

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

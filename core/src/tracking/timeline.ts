import { historyAction } from '../history/history-entry.ts'
import { type ItemStatus, itemStatus } from '../items/item-status.ts'
import { type CivilDate, inPortuguese } from '../shared/civil-date.ts'
import { stepStatus, type TimelineStep } from './tracking-result.ts'

/** Something that happened: who did it, in which department they work, and when. */
export interface TimelineEvent {
  /** null: the system itself, or nobody that is known. */
  user: string | null
  department: string | null
  /** Instant, ISO 8601 UTC. */
  at: string
}

/** A line of the history that is about the item alone. */
export interface ItemEvent extends TimelineEvent {
  id: number
  action: string
  description: string
}

/** All that an item's story is told from. */
export interface ItemHistory {
  status: ItemStatus
  requiresReturn: boolean
  returnDate: CivilDate | null
  /** Names of the two departments. */
  origin: string
  destination: string
  /** What happened to the whole protocol; null for what did not. */
  created: TimelineEvent
  received: TimelineEvent | null
  completed: TimelineEvent | null
  cancelled: (TimelineEvent & { reason: string | null }) | null
  /** In any order. */
  events: readonly ItemEvent[]
}

/**
 * The item's own story (contract 11.14): what happened to it, oldest first, then what must still happen.
 * The last thing that happened is the current step while something is still to come; of a finished item all is completed.
 *
 * Comments and edits of the protocol are not part of it: they move nothing.
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

/** Nothing more happens to it: completed, cancelled, or left as it was in a protocol that is closed. */
export const isFinished = ({ status, completed, cancelled }: ItemHistory): boolean =>
  status === itemStatus.completed || status === itemStatus.cancelled || completed !== null || cancelled !== null

function pastOf(history: ItemHistory): TimelineStep[] {
  const { created, received, origin, destination } = history
  const onTheWay = [
    ...(received
      ? [step('received', historyAction.protocolReceived, `Recebido em ${destination}`, received, destination)]
      : []),
    ...history.events.map((event) =>
      step(String(event.id), event.action, event.description, event, placeOf(event, history)),
    ),
  ]
  // A stable sort: what happened in the same moment stays in the order of the history.
  onTheWay.sort((one, other) => compare(one.date ?? '', other.date ?? ''))
  return [
    step('created', historyAction.protocolCreated, `Enviado de ${origin} para ${destination}`, created, origin),
    ...onTheWay,
    ...endOf(history),
  ]
}

/** The end of the protocol, where it was the item's end, too: an item that was settled before has its own line. */
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

const placeOfAction: Record<string, 'origin' | 'destination'> = {
  [historyAction.itemReturned]: 'destination',
  [historyAction.itemAssigned]: 'destination',
  [historyAction.itemTransferred]: 'destination',
  [historyAction.itemCompleted]: 'origin',
  [historyAction.dueDateChanged]: 'origin',
}

/** The rules say at which side an action happens; only a cancellation may come from either. */
function placeOf(event: ItemEvent, history: ItemHistory): string | null {
  const side = placeOfAction[event.action]
  return side ? history[side] : sideOf(event, history)
}

/** The author's department, if it is one of the two: people move, and an Admin looks on from anywhere. */
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

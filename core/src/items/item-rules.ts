import {
  canForward,
  isAtDestination,
  isAtOrigin,
  isElsewhere,
  type ProtocolFacts,
  type Route,
  whyClosed,
} from '../protocols/protocol-rules.ts'
import { isOpen, protocolStatus } from '../protocols/protocol-status.ts'
import type { CivilDate } from '../shared/civil-date.ts'
import type { RuleErrorCode } from '../shared/rule-errors.ts'
import { allowed, refused, refusedBecause, type Verdict } from '../shared/verdict.ts'
import { isManager, type Viewer } from '../users/viewer.ts'
import type { Absence } from './item.ts'
import { type ItemStatus, itemStatus, itemStatuses } from './item-status.ts'

/** The facts about an item that the rules need. */
export interface ItemFacts {
  status: ItemStatus
  returnDate: CivilDate | null
  responsibleId: number | null
  /** Where it was passed on to and has not come back from (contract 20.33). */
  forwardedTo?: { department: string } | null
  /** The open occurrence that says that it is not there. */
  absent?: Absence | null | undefined
}

/** The facts about a protocol that returning and assigning need. */
export type ReturnFacts = Route & Pick<ProtocolFacts, 'status' | 'requiresReturn'>

/**
 * *Marcar como Retornado*: by anyone of the destination, once received, for a pending item with a due date
 * (contract 4.15).
 */
export function canReturn(viewer: Viewer, protocol: ReturnFacts, item: ItemFacts): Verdict {
  if (!isAtDestination(viewer, protocol)) return refused('ONLY_DESTINATION_RETURNS')
  return isReturnable(protocol, item)
}

/**
 * Returning from the returns screen, one of many: a Gestor of the destination any item that has a responsible user,
 * everyone else only items for which they are responsible (contract 6.6); what is not there stays out.
 */
export function canReturnInBulk(viewer: Viewer, protocol: ReturnFacts, item: ItemFacts): Verdict {
  if (!isAtDestination(viewer, protocol)) return refused('ONLY_DESTINATION_RETURNS')
  if (!isManager(viewer) && item.responsibleId !== viewer.id) return refused('ONLY_RESPONSIBLE_RETURNS')
  const verdict = isReturnable(protocol, item)
  if (!verdict.allowed) return verdict
  return item.responsibleId === null ? refused('ITEM_HAS_NO_RESPONSIBLE') : isThere(item)
}

/** Returning everything of a protocol at once, one of its items: as alone, but what is not there stays out. */
export function canReturnOneOfAll(viewer: Viewer, protocol: ReturnFacts, item: ItemFacts): Verdict {
  const verdict = canReturn(viewer, protocol, item)
  return verdict.allowed ? isThere(item) : verdict
}

/**
 * Returning everything of a protocol at once: as far as its items may be returned (contract 23.4). When none may, the
 * reason is that of the item with which most is still to be done.
 */
export function canReturnAny(viewer: Viewer, protocol: ReturnFacts, items: readonly ItemFacts[]): Verdict {
  const verdicts = items.map((item) => canReturnOneOfAll(viewer, protocol, item))
  if (verdicts.some((verdict) => verdict.allowed)) return allowed
  const [status = itemStatus.cancelled] = itemStatuses.filter((one) => items.some((item) => item.status === one))
  const verdict = verdicts[items.findIndex((item) => item.status === status)]
  const isReturned = verdict && !verdict.allowed && verdict.code === 'ITEM_ALREADY_RETURNED'
  if (isReturned && items.length > 1)
    return refusedBecause(verdict.code, 'Os itens deste protocolo já foram retornados')
  return verdict ?? refused('NOTHING_TO_RETURN')
}

/** Words for an item that is not there, after its name. */
export const absentWords: Readonly<Record<Absence, string>> = { missing: 'não veio', lost: 'foi extraviado' }

/**
 * What did not come or was lost stays out where several items go at once and nobody looks at each one: its occurrence
 * could no longer be resolved truthfully.
 */
const isThere = ({ absent }: ItemFacts, name = 'Este item'): Verdict =>
  absent
    ? refusedBecause('ITEM_IS_ABSENT', `${name} ${absentWords[absent]} e fica de fora até a ocorrência ser resolvida`)
    : allowed

/** Whether the item could be returned now, whoever asks (contract 4.15). */
export function isReturnable(protocol: ReturnFacts, item: ItemFacts): Verdict {
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  if (!protocol.requiresReturn) return refused('NOTHING_TO_RETURN')
  if (protocol.status !== protocolStatus.inProgress) return refused('PROTOCOL_NOT_RECEIVED')
  if (item.status !== itemStatus.pending) return refused(whySettled(item.status))
  if (item.forwardedTo) return isElsewhere(item.forwardedTo.department)
  if (item.returnDate === null) return refused('ITEM_HAS_NO_DUE_DATE')
  return allowed
}

/** *Marcar como Concluído*: the origin confirms that a returned item is back (contract 4.17). */
export function canCompleteItem(viewer: Viewer, protocol: ReturnFacts, item: ItemFacts): Verdict {
  if (!isAtOrigin(viewer, protocol)) return refused('ONLY_ORIGIN_COMPLETES_ITEM')
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  if (item.status === itemStatus.pending) {
    const isAway = protocol.requiresReturn && item.forwardedTo
    return isAway ? isElsewhere(isAway.department) : refused('ITEM_NOT_RETURNED')
  }
  return item.status === itemStatus.returned ? allowed : refused(whySettled(item.status))
}

/** Confirming that an item is back, one of many: what is not there stays out. */
export function canCompleteInBulk(viewer: Viewer, protocol: ReturnFacts, item: ItemFacts): Verdict {
  const verdict = canCompleteItem(viewer, protocol, item)
  return verdict.allowed ? isThere(item) : verdict
}

/**
 * *Cancelar Item*: by any user who may see the protocol, while the item is pending (contract 4.18) and not away
 * (contract 20.34).
 */
export function canCancelItem(protocol: Pick<ProtocolFacts, 'status' | 'requiresReturn'>, item: ItemFacts): Verdict {
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  if (item.status !== itemStatus.pending) return refused(whySettled(item.status))
  return protocol.requiresReturn && item.forwardedTo ? isElsewhere(item.forwardedTo.department) : allowed
}

/** Most protocols of one chain, the first included (contract 20.32). */
export const mostHops = 10

/** *Encaminhar*, one item: pending, and not passed on already (contract 20.30). */
export function canForwardItem(viewer: Viewer, protocol: ProtocolFacts, item: ItemFacts): Verdict {
  const verdict = canForward(viewer, protocol)
  if (!verdict.allowed) return verdict
  if (item.status !== itemStatus.pending) return refused(whySettled(item.status))
  return item.forwardedTo ? isElsewhere(item.forwardedTo.department) : allowed
}

/**
 * *Encaminhar*, one of several items: what is not there stays out.
 *
 * @param name how a refusal calls an item that is not there
 */
export function canForwardInBulk(viewer: Viewer, protocol: ProtocolFacts, item: ItemFacts, name?: string): Verdict {
  const verdict = canForwardItem(viewer, protocol, item)
  return verdict.allowed ? isThere(item, name) : verdict
}

/** Whether the department is the one that holds what a protocol has sent, so that passing on to it would be no hop. */
export const isHolder = (protocol: Route, departmentId: number) => departmentId === protocol.destinationDepartmentId

/**
 * Whether *Encaminhar* is offered: at least one pending item is here (contract 20.62).
 *
 * @param protocol the row of a list has no items: it says how many are pending and whether any is away, not how many
 */
export function hasItemToForward(viewer: Viewer, protocol: ProtocolFacts & { items?: readonly ItemFacts[] }): boolean {
  if (!canForward(viewer, protocol).allowed) return false
  const { items, pendingItems, passedOnTo } = protocol
  if (!items) return pendingItems > (passedOnTo ? 1 : 0)
  return items.some((item) => canForwardInBulk(viewer, protocol, item).allowed)
}

/**
 * *Encaminhar* to a department: not to the one that holds the items; with return, not to where they came from directly;
 * and ten protocols at most (contract 20.31, 20.32).
 *
 * @param hops protocols of the chain so far, this one included
 */
export function canForwardTo(protocol: ReturnFacts, destinationDepartmentId: number, hops: number): Verdict {
  const isBack = destinationDepartmentId === protocol.originDepartmentId
  if (protocol.requiresReturn && isBack) return refused('NOT_FORWARDED_BACK')
  if (isHolder(protocol, destinationDepartmentId)) return refused('ALREADY_THERE')
  return hops >= mostHops ? refused('TOO_MANY_HOPS') : allowed
}

/**
 * *Atribuir usuário*: a Gestor of the destination, for a pending item without a responsible user (contract 4.20,
 * 5.4.5).
 */
export function canAssign(viewer: Viewer, protocol: ReturnFacts, item: ItemFacts): Verdict {
  if (!isManager(viewer)) return refused('ONLY_MANAGERS_ASSIGN')
  if (!isAtDestination(viewer, protocol)) return refused('ONLY_DESTINATION_MANAGERS_ASSIGN')
  if (item.status !== itemStatus.pending) return refused('ONLY_PENDING_IS_ASSIGNED')
  if (item.responsibleId !== null) return refused('ITEM_ALREADY_ASSIGNED')
  if (!protocol.requiresReturn) return refused('ONLY_RETURNABLE_IS_ASSIGNED')
  return allowed
}

/** *Tramitar Item*: a Gestor of the destination transfers a pending item to another user (contract 4.19). */
export function canTransfer(viewer: Viewer, protocol: Route, item: ItemFacts): Verdict {
  if (!isManager(viewer)) return refused('ONLY_MANAGERS_TRANSFER')
  if (!isAtDestination(viewer, protocol)) return refused('ONLY_DESTINATION_MANAGERS_TRANSFER')
  if (item.status !== itemStatus.pending) return refused('ONLY_PENDING_IS_TRANSFERRED')
  return item.responsibleId === null ? refused('ITEM_HAS_NO_RESPONSIBLE') : allowed
}

/** Whether the item must still come back, received or not, whoever asks. */
export function isStillOut(protocol: ReturnFacts, item: Pick<ItemFacts, 'status'>): Verdict {
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  if (!protocol.requiresReturn) return refused('NOTHING_TO_RETURN')
  return item.status === itemStatus.pending ? allowed : refused(whySettled(item.status))
}

/** *Definir prazo*, *Prorrogar prazo*: the origin, while the item is pending and must come back (contract 11.9). */
export function canSetDueDate(viewer: Viewer, protocol: ReturnFacts, item: ItemFacts): Verdict {
  return isAtOrigin(viewer, protocol) ? isStillOut(protocol, item) : refused('ONLY_ORIGIN_SETS_DUE_DATE')
}

/**
 * *Cobrar*: the origin asks for a pending item that must come back, received or not, with or without a due date
 * (contract 17.2), once a day, see {@link canRemindAgain}.
 */
export function canRemind(viewer: Viewer, protocol: ReturnFacts, item: ItemFacts): Verdict {
  return isAtOrigin(viewer, protocol) ? isStillOut(protocol, item) : refused('ONLY_ORIGIN_REMINDS')
}

/**
 * An item is asked for once a day, whoever asks (contract 17.2).
 *
 * @param remindedOn the organisation's civil day on which it was last asked for; null: never
 * @param remindedBy name of the person who did
 */
export function canRemindAgain(remindedOn: CivilDate | null, remindedBy: string | null, today: CivilDate): Verdict {
  if (remindedOn === null || remindedOn < today) return allowed
  return remindedBy === null
    ? refused('ALREADY_REMINDED')
    : refusedBecause('ALREADY_REMINDED', `Já cobrado hoje por ${remindedBy}.`)
}

/** Why an action that needs a pending item is refused for this one. */
export function whySettled(status: ItemStatus): RuleErrorCode {
  if (status === itemStatus.returned) return 'ITEM_ALREADY_RETURNED'
  if (status === itemStatus.completed) return 'ITEM_ALREADY_COMPLETED'
  if (status === itemStatus.cancelled) return 'ITEM_ALREADY_CANCELLED'
  return 'ITEM_NOT_PENDING'
}

import type { RuleErrorCode } from '../shared/rule-errors.ts'
import { allowed, refused, refusedBecause, type Verdict } from '../shared/verdict.ts'
import { isAdmin, type Viewer } from '../users/viewer.ts'
import { isOpen, type ProtocolStatus, protocolStatus } from './protocol-status.ts'

/** Origin and destination of a protocol; they never change. */
export interface Route {
  originDepartmentId: number
  destinationDepartmentId: number
}

/** The facts about a protocol that the rules need. */
export interface ProtocolFacts extends Route {
  status: ProtocolStatus
  requiresReturn: boolean
  totalItems: number
  pendingItems: number
  cancelledItems: number
  /** Name of a department that one of its items was passed on to and has not come back from; null: none is away. */
  passedOnTo?: string | null
}

/**
 * Whether the viewer's department is the origin, or the destination, of the protocol; being Admin makes no difference
 * (contract 10.3).
 */
export const isAtOrigin = (viewer: Viewer, route: Route) => viewer.departmentId === route.originDepartmentId
export const isAtDestination = (viewer: Viewer, route: Route) => viewer.departmentId === route.destinationDepartmentId

/**
 * Users send, and send again, from their own department; an Admin without a department may choose one (contract 2.7.2).
 */
export const canSendFrom = (viewer: Viewer, originDepartmentId: number): Verdict =>
  viewer.departmentId === originDepartmentId || (viewer.departmentId === null && isAdmin(viewer))
    ? allowed
    : refused('ONLY_OWN_DEPARTMENT_SENDS')

/** *Receber*: Pendente → Em andamento, by the destination, when the items must come back (contract 4.5). */
export function canReceive(viewer: Viewer, protocol: ProtocolFacts): Verdict {
  if (!isAtDestination(viewer, protocol)) return refused('ONLY_DESTINATION_RECEIVES')
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  if (!protocol.requiresReturn) return refused('NOTHING_TO_RECEIVE')
  if (protocol.status === protocolStatus.inProgress) return refused('PROTOCOL_ALREADY_RECEIVED')
  return allowed
}

/**
 * *Concluir*: if no return is required, by the destination while the protocol is open. Otherwise by the origin, once it
 * was received and every item was returned, completed or cancelled (contract 4.6, 4.7).
 */
export function canComplete(viewer: Viewer, protocol: ProtocolFacts): Verdict {
  if (!protocol.requiresReturn) {
    if (!isAtDestination(viewer, protocol)) return refused('ONLY_DESTINATION_COMPLETES')
    return isOpen(protocol.status) ? allowed : refused(whyClosed(protocol.status))
  }
  if (!isAtOrigin(viewer, protocol)) return refused('ONLY_ORIGIN_COMPLETES')
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  if (protocol.status === protocolStatus.pending) return refused('PROTOCOL_NOT_RECEIVED')
  if (protocol.passedOnTo) return isElsewhere(protocol.passedOnTo)
  if (protocol.pendingItems > 0) return refused('ITEMS_STILL_PENDING')
  if (protocol.totalItems === protocol.cancelledItems) return refused('NO_ITEM_TO_COMPLETE')
  return allowed
}

/**
 * *Cancelar*: by any user who may see it, while it is open (contract 4.8) and, if the items must come back, none of them
 * is with a further department (contract 20.34).
 */
export function canCancel(protocol: Pick<ProtocolFacts, 'status' | 'requiresReturn' | 'passedOnTo'>): Verdict {
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  return protocol.requiresReturn && protocol.passedOnTo ? isElsewhere(protocol.passedOnTo) : allowed
}

/** *Recusar*: by the destination, only while Pendente, with or without return (contract 20.4). */
export function canRefuse(viewer: Viewer, protocol: ProtocolFacts): Verdict {
  if (!isAtDestination(viewer, protocol)) return refused('ONLY_DESTINATION_REFUSES')
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  return protocol.status === protocolStatus.pending ? allowed : refused('ONLY_PENDING_IS_REFUSED')
}

/** *Redirecionar*: by the origin, only while Pendente (contract 20.5). */
export function canRedirect(viewer: Viewer, protocol: ProtocolFacts): Verdict {
  if (!isAtOrigin(viewer, protocol)) return refused('ONLY_ORIGIN_REDIRECTS')
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  return protocol.status === protocolStatus.pending ? allowed : refused('ONLY_PENDING_IS_REDIRECTED')
}

/**
 * *Encaminhar*: by the department that holds the items, once received; without return in any open state
 * (contract 20.30). Which items, see `canForwardItem`.
 */
export function canForward(viewer: Viewer, protocol: ProtocolFacts): Verdict {
  if (!isAtDestination(viewer, protocol)) return refused('ONLY_HOLDER_FORWARDS')
  if (!isOpen(protocol.status)) return refused(whyClosed(protocol.status))
  const isOnItsWay = protocol.requiresReturn && protocol.status === protocolStatus.pending
  return isOnItsWay ? refused('PROTOCOL_NOT_RECEIVED') : allowed
}

/** *Editar*: by the origin, only while Pendente (contract 4.9, 5.3.2). */
export function canEdit(viewer: Viewer, protocol: ProtocolFacts): Verdict {
  if (!isAtOrigin(viewer, protocol)) return refused('ONLY_ORIGIN_EDITS')
  return protocol.status === protocolStatus.pending ? allowed : refused('ONLY_PENDING_IS_EDITED')
}

/** *Imprimir*: by any user who may see it, unless cancelled (contract 4.10). */
export const canPrint = (protocol: Pick<ProtocolFacts, 'status'>): Verdict =>
  protocol.status === protocolStatus.cancelled ? refused('CANCELLED_IS_NOT_PRINTED') : allowed

/** Comments: by any user who may see it, unless cancelled (contract 4.11). */
export const canComment = (protocol: Pick<ProtocolFacts, 'status'>): Verdict =>
  protocol.status === protocolStatus.cancelled ? refused('CANCELLED_TAKES_NO_COMMENT') : allowed

/** Only the author may delete a comment, while the protocol is open (contract 4.12). */
export function canDeleteComment(viewer: Viewer, protocol: Pick<ProtocolFacts, 'status'>, authorId: number): Verdict {
  if (viewer.id !== authorId) return refused('ONLY_AUTHOR_DELETES_COMMENT')
  return isOpen(protocol.status) ? allowed : refused('CLOSED_KEEPS_COMMENTS')
}

/** The refusal of an act on an item that was passed on. */
export const isElsewhere = (department: string): Verdict =>
  refusedBecause('ITEM_IS_ELSEWHERE', `Este item está em ${department}. Aguarde a volta.`)

/** The refusal of any action on a closed protocol. */
export const whyClosed = (status: ProtocolStatus): RuleErrorCode =>
  status === protocolStatus.cancelled ? 'PROTOCOL_ALREADY_CANCELLED' : 'PROTOCOL_ALREADY_COMPLETED'

import { type ItemStatus, itemStatus } from '../items/item-status.ts'

/** The facts that decide where an item is. */
export interface CustodyFacts {
  status: ItemStatus
  requiresReturn: boolean
  /** True once the destination has received the protocol. */
  isReceived: boolean
}

/** The side that has the item now. */
export type CustodySide = 'origin' | 'destination'

/**
 * Where an item is now: not yet received, returned or cancelled → origin; received and pending → destination;
 * completed → back at the origin when it had to return, else at the destination.
 *
 * @see contract 11.13
 */
export function custodyOf({ status, requiresReturn, isReceived }: CustodyFacts): CustodySide {
  if (status === itemStatus.completed) return requiresReturn ? 'origin' : 'destination'
  if (status === itemStatus.pending) return isReceived ? 'destination' : 'origin'
  return 'origin'
}

/** The text of `current_location`: the department, and what it is waiting for. */
export function locationOf(facts: CustodyFacts, route: { origin: string; destination: string }): string {
  const isOnItsWay = facts.status === itemStatus.pending && !facts.isReceived
  if (isOnItsWay) return `${route.origin} (aguardando recebimento em ${route.destination})`
  return custodyOf(facts) === 'origin' ? route.origin : route.destination
}

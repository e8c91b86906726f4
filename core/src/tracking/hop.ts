import { type ItemStatus, itemStatus } from '../items/item-status.ts'
import type { CivilDate } from '../shared/civil-date.ts'
import { type CustodyFacts, custodyOf, locationOf } from './custody.ts'

/** An item's stay in a further protocol: it was passed on from one department to the next (contract 20.30). */
export interface Hop {
  /** The item of this hop's protocol, and the item that it continues. */
  itemId: number
  fromItemId: number
  /** Null for a viewer who may not see the protocol, as are the two people. */
  protocolId: number | null
  sender: string | null
  receiver: string | null
  /** Names of the departments. */
  origin: string
  destination: string
  status: ItemStatus
  requiresReturn: boolean
  /** Neither completed nor cancelled. */
  isOpen: boolean
  returnDate: CivilDate | null
  /** Instants; null for what has not happened. Without return, nothing is received or returned. */
  sentAt: string
  receivedAt: string | null
  returnedAt: string | null
  cancelledAt: string | null
}

/**
 * The hops that lead to where the item is now, in the order of the journey. A hop that ended is none of them, except
 * one without return, which ends where the item stays.
 *
 * @param itemId the item at which the chain begins
 * @param hops all hops after it, in the order in which they began
 */
export function currentHops(itemId: number, hops: readonly Hop[]): Hop[] {
  const next = hops.filter(({ fromItemId }) => fromItemId === itemId)
  const stayed = next.filter(({ requiresReturn, status }) => !requiresReturn && status === itemStatus.completed)
  const hop = next.find(({ isOpen }) => isOpen) ?? stayed.at(-1)
  return hop ? [hop, ...currentHops(hop.itemId, hops)] : []
}

/** Whether the hop's destination has the item, if no further hop took it away. */
export const isAtHop = ({
  status,
  requiresReturn,
  receivedAt,
}: Pick<Hop, 'status' | 'requiresReturn' | 'receivedAt'>) =>
  custodyOf({ status, requiresReturn, isReceived: receivedAt !== null }) === 'destination'

/**
 * The text of `current_location` for an item that may have been passed on: the department that has it now, and what it
 * is waiting for (contract 20.37).
 */
export function locationInChain(
  item: CustodyFacts & { id: number },
  route: { origin: string; destination: string },
  hops: readonly Hop[],
): string {
  const last = currentHops(item.id, hops).at(-1)
  return last ? locationOf({ ...last, isReceived: last.receivedAt !== null }, last) : locationOf(item, route)
}

import { z } from 'zod'
import { type ItemStatus, itemStatus } from '../items/item-status.ts'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'
import { currentHops, type Hop, isAtHop } from '../tracking/hop.ts'

/** One stop: the items were sent to this department by the one before it (contract 20.35). */
export const pathHop = z.object({
  /** Name of the department that they were sent to. */
  department: z.string(),
  /** When they were sent there. */
  since: instant,
  /** When the department received them; null: on their way, or sent without return and so never received. */
  receivedAt: instant.nullable(),
  /** When the department gave them back to the one before it; null while it has not. */
  returnedAt: instant.nullable(),
  /** Civil date by which it must give them back, the earliest of the group; null while none is set. */
  returnDate: z.string().nullable(),
  /** The protocol of this hop; null for a viewer who may not see it. */
  protocolId: z.int().nullable(),
})
export type PathHop = z.infer<typeof pathHop>

/** Items of a protocol that travel together. */
export const pathGroup = z.object({
  /** Department that the protocol's origin had them from; null when they set out there. */
  from: z.string().nullable(),
  itemsCount: z.int(),
  /** Ids of the items, of the protocol that the path belongs to, in the order of its form. */
  itemIds: z.array(z.int()),
  /** The first hop is the protocol itself. Hops that ended are left out, except the first. */
  hops: z.array(pathHop).min(1),
  /** Index of the hop whose department has the items now; -1: the protocol's origin. */
  at: z.int(),
})
export type PathGroup = z.infer<typeof pathGroup>

/**
 * The path of a protocol's custody with all its stops: a group for the items that stayed together, the largest first.
 * Cancelled items are in none. Of the stops before the protocol's origin it has only the last (`from`).
 *
 * A protocol from RH to Jurídico with three items. One is still in Jurídico; two were passed on to Diretoria, which has
 * received them. The viewer is of RH and does not see the protocol to Diretoria:
 *
 * ```json
 * [
 *   { "from": null, "items_count": 2, "item_ids": [11, 12], "at": 1, "hops": [
 *     { "department": "Jurídico", "since": "2026-11-16T12:00:00Z", "received_at": "2026-11-16T14:00:00Z",
 *       "returned_at": null, "return_date": "2026-11-30", "protocol_id": 5 },
 *     { "department": "Diretoria", "since": "2026-11-18T12:00:00Z", "received_at": "2026-11-18T13:00:00Z",
 *       "returned_at": null, "return_date": "2026-11-25", "protocol_id": null } ] },
 *   { "from": null, "items_count": 1, "item_ids": [13], "at": 0, "hops": [
 *     { "department": "Jurídico", "since": "2026-11-16T12:00:00Z", "received_at": "2026-11-16T14:00:00Z",
 *       "returned_at": null, "return_date": "2026-11-30", "protocol_id": 5 } ] }
 * ]
 * ```
 *
 * While a hop is on its way, or has returned the items, `at` is the index of the hop before it.
 */
export const custodyPath = z.array(pathGroup)
export type CustodyPath = z.infer<typeof custodyPath>

export const custodyPathWire = z.array(renamed(pathGroup.extend({ hops: z.array(renamed(pathHop)).min(1) })))

/** An item of the protocol, with its journey. */
export interface TravellingItem {
  id: number
  status: ItemStatus
  returnDate: string | null
  returnedAt: string | null
  /** Department that the protocol's origin had it from. */
  from: string | null
  /** All hops after it, in the order in which they began. */
  hops: readonly Hop[]
}

/** The protocol as the first hop. */
export type FirstHop = Pick<PathHop, 'department' | 'since' | 'receivedAt'> & {
  protocolId: number
  requiresReturn: boolean
}

/** @param items in the order of the form */
export function custodyPathOf(first: FirstHop, items: readonly TravellingItem[]): CustodyPath {
  const groups = new Map<string, PathGroup>()
  for (const item of items) {
    if (item.status === itemStatus.cancelled) continue
    const further = currentHops(item.id, item.hops)
    const { requiresReturn, ...hop } = first
    const own = { ...hop, returnedAt: item.returnedAt, returnDate: item.returnDate }
    const last = further.at(-1) ?? { ...hop, requiresReturn, status: item.status }
    const hops = [own, ...further.map(pathHopOf)]
    const at = hops.length - (isAtHop(last) ? 1 : 2)
    const together = JSON.stringify([item.from, at, hops.map(({ returnDate, ...stop }) => stop)])
    const group = groups.get(together)
    if (!group) groups.set(together, { from: item.from, itemsCount: 1, itemIds: [item.id], hops, at })
    else {
      group.itemsCount += 1
      group.itemIds.push(item.id)
      group.hops = group.hops.map((stop, index) => ({
        ...stop,
        returnDate: earlier(stop.returnDate, hops[index]?.returnDate ?? null),
      }))
    }
  }
  return [...groups.values()].sort((one, other) => other.itemsCount - one.itemsCount)
}

const pathHopOf = ({ destination, sentAt, receivedAt, returnedAt, returnDate, protocolId }: Hop): PathHop => ({
  department: destination,
  since: sentAt,
  receivedAt,
  returnedAt,
  returnDate,
  protocolId,
})

const earlier = (one: string | null, other: string | null) =>
  one !== null && (other === null || one <= other) ? one : other

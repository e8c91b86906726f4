import type { Item } from '@malote/core/items/item.ts'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../../lib/format.ts'
import type { Description } from '../../../ui/description-list.tsx'
import { OpenOccurrences } from '../../occurrences/occurrences-line.tsx'
import { protocolQuery } from '../../protocols/protocols.api.ts'

/**
 * What else waits for an item: the department that it came from, with the day on which it must be back there, and its
 * open occurrences.
 */
export function useOthersWaiting(item: Item | undefined): Description[] {
  const { protocolId = null } = item?.forwardedFrom ?? {}
  const { data: before } = useQuery({ ...protocolQuery(protocolId ?? 0), enabled: protocolId !== null })
  return item ? othersWaiting(item, before?.items) : []
}

/** @param before the items of the protocol that the item came with; undefined while unknown */
export function othersWaiting(
  { forwardedFrom, openOccurrences }: Pick<Item, 'forwardedFrom' | 'openOccurrences'>,
  before: readonly Pick<Item, 'id' | 'returnDate'>[] | undefined,
): Description[] {
  const waiting: Description[] = []
  if (forwardedFrom) {
    const due = before?.find(({ id }) => id === forwardedFrom.itemId)?.returnDate
    const value = due ? `${forwardedFrom.department}, até ${formatDate(due)}` : forwardedFrom.department
    waiting.push({ term: 'Quem mais espera', value })
  }
  if (openOccurrences) waiting.push({ term: 'Em aberto', value: <OpenOccurrences count={openOccurrences} /> })
  return waiting
}

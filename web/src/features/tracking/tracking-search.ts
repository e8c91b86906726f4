import { type ProtocolStatus, protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import { type TrackingType, trackingTypes } from '@malote/core/tracking/tracking-type.ts'
import { identity, oneOf, searchWords } from '../../lib/search-values.ts'

/** What the address of the tracking screen holds; only what differs from the default. */
export interface TrackingSearch {
  search?: string | undefined
  /** Without one, the text is a protocol's number (contract 9.9). */
  type?: TrackingType | undefined
  department?: number | undefined
  status?: ProtocolStatus | undefined
  category?: number | undefined
  /** The item whose whole timeline is open. */
  timeline?: number | undefined
}

/** By hand, like `protocolSearch`. */
export function trackingSearch(search: Record<string, unknown>): TrackingSearch {
  const type = oneOf(trackingTypes, search.type)
  return {
    search: searchWords(search.search),
    type: type === 'protocol' ? undefined : type,
    department: identity(search.department),
    status: oneOf(protocolStatuses, search.status),
    category: identity(search.category),
    timeline: identity(search.timeline),
  }
}

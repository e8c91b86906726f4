import type { ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import { protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import { day, identity, laterPage, oneOf, searchWords } from '../../../lib/search-values.ts'

/** The list's filters as the address holds them: only what differs from the default. */
export type ProtocolSearch = Partial<ProtocolFilter>

/**
 * Reads the address. By hand: the router needs it before anything else, and core's schema would bring Zod to the sign-in
 * page.
 *
 * @param search as it came; a filter that makes no sense counts as not set
 * @returns also the names of what is not set: the router keeps what it is not told about
 */
export function protocolSearch({ page, search, ...rest }: Record<string, unknown>): ProtocolSearch {
  return {
    page: laterPage(page),
    search: searchWords(search),
    status: oneOf(protocolStatuses, rest.status),
    department: identity(rest.department),
    startDate: day(rest.startDate),
    endDate: day(rest.endDate),
  }
}

/** What the address means to the server. */
export const filterOf = (search: ProtocolSearch): ProtocolFilter => ({ ...search, page: search.page ?? 1 })

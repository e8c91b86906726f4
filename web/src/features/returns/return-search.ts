import type { ReturnDateFilter, ReturnFilter, ReturnSide, ReturnStatusFilter } from '@malote/core/returns/return-row.ts'
import { identity, laterPage, oneOf, searchWords } from '../../lib/search-values.ts'

/** What the address holds: the filters, only where they differ from the default, and the item whose details are open. */
export interface ReturnSearch extends Partial<ReturnFilter> {
  item?: number | undefined
}

const otherStatuses = ['all', 'Retornado'] as const satisfies ReturnStatusFilter[]
const otherDates = ['today', 'overdue', 'week'] as const satisfies ReturnDateFilter[]
const sides = ['toReturn', 'toReceive'] as const satisfies ReturnSide[]

/**
 * Reads the address. By hand: the router needs it before anything else, and core's schema would bring Zod to the sign-in
 * page.
 *
 * @param search as it came; a filter that makes no sense counts as not set
 * @returns also the names of what is not set: the router keeps what it is not told about
 */
export function returnSearch({ page, search, ...rest }: Record<string, unknown>): ReturnSearch {
  return {
    page: laterPage(page),
    search: searchWords(search),
    status: oneOf(otherStatuses, rest.status),
    department: identity(rest.department),
    dateFilter: oneOf(otherDates, rest.dateFilter),
    side: oneOf(sides, rest.side),
    item: identity(rest.item),
  }
}

/** What the address means to the server (contract 9.9). */
export const filterOf = ({ item: _, ...search }: ReturnSearch): ReturnFilter => ({
  ...search,
  page: search.page ?? 1,
  status: search.status ?? 'Pendente',
  dateFilter: search.dateFilter ?? 'all',
})

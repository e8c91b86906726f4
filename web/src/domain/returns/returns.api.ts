import type { Item } from '@malote/core/items/item.ts'
import { itemStatus, itemStatusOf } from '@malote/core/items/item-status.ts'
import { type ReturnFilter, type ReturnRow, returnFilterWire, returnPageWire } from '@malote/core/returns/return-row.ts'
import { largestPage } from '@malote/core/shared/pagination.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { allPages } from '../../lib/all-pages.ts'
import { api } from '../../lib/api.ts'
import { wireQuery } from '../../lib/in-address.ts'
import { staleTime } from '../../lib/query-client.ts'

type ReturnPage = z.output<typeof returnPageWire>

const returnKeys = {
  lists: ['returns', 'list'] as const,
  list: (filter: ReturnFilter) => [...returnKeys.lists, filter] as const,
}

export const returnsQuery = (filter: ReturnFilter) =>
  queryOptions({
    queryKey: returnKeys.list(filter),
    queryFn: async ({ signal }) =>
      toPage(await api.get('/api/returns', { query: wireQuery(returnFilterWire, filter), signal })),
    staleTime: staleTime.lists,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })

function toPage(answer: unknown): ReturnPage {
  const page = readWire(returnPageWire, answer)
  return { ...page, data: page.data?.map((row) => ({ ...row, status: itemStatusOf(row.status) })) }
}

/** The rows of a whole list, at most `most`. */
export const fetchReturns = (filter: ReturnFilter, most: number, signal?: AbortSignal) =>
  allPages(async (page) => {
    const query = wireQuery(returnFilterWire, { ...filter, page, perPage: largestPage })
    return toPage(await api.get('/api/returns', { query, ...(signal && { signal }) }))
  }, most)

/** Shows items as returned before the refetch. */
export function keepReturned(queryClient: QueryClient, ids: readonly number[]) {
  keepRows(queryClient, (row) => (ids.includes(row.id) ? { ...row, status: itemStatus.returned } : row))
}

/** Updates the cached rows from a response, before the refetch. */
export function keepRows(queryClient: QueryClient, change: (row: ReturnRow) => ReturnRow) {
  queryClient.setQueriesData<ReturnPage>(
    { queryKey: returnKeys.lists },
    (page) => page && { ...page, data: page.data?.map(change) },
  )
}

/** A row as the dialogs about items know it; what only the details have stays empty. */
export const itemOfRow = (row: ReturnRow): Item => ({
  ...row,
  ...{ itemTypeId: 0, categoryId: null, supplierId: null, reason: null, attachments: [] },
})

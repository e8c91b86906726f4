import type { ExtensionRequestFilter } from '@malote/core/due-dates/extension-request.ts'
import { type ReturnFilter, returnFilter } from '@malote/core/returns/return-row.ts'
import { filter, idFilter } from '@malote/core/shared/query.ts'
import { z } from 'zod'
import { rememberedSearch } from '../../domain/screens/remembered-search.ts'
import { type InAddress, inAddress } from '../../lib/in-address.ts'
import { isMonth } from './calendar/month.ts'

/** Parses the filters, the item whose details are open, and the view. */
export const returnSearch = inAddress(
  returnFilter.extend({
    item: idFilter,
    /** Absent for the list. */
    view: filter(z.literal('calendario')),
    /** The month of the calendar, `yyyy-MM`; absent for the current one. */
    month: filter(z.string().refine(isMonth)),
  }),
)

/** The search params of the returns screen. */
export type ReturnSearch = ReturnType<typeof returnSearch>

/** The server's filter for the search params (contract 9.9). */
export const returnFilterOf = (search: ReturnSearch): ReturnFilter => returnFilter.parse(search)

export const rememberedReturns = rememberedSearch('retornos', [
  'status',
  'department',
  'dateFilter',
  'side',
  'responsible',
  'perPage',
])

/** The search params of the requests; their sides and statuses are others than those of the returns. */
export type RequestSearch = InAddress<ExtensionRequestFilter> & { view?: 'pedidos' | undefined }

/** The value of `view` for the requests for more time. */
export const requestsView = 'pedidos'

/** Whether the search params are those of the requests. The page parses them: the first visit does not need that code. */
export const isOfRequests = (search: object): search is RequestSearch =>
  'view' in search && search.view === requestsView

/** The search params of the screen: the view decides what the others mean. */
export const returnsSearch = (address: Record<string, unknown>): ReturnSearch | RequestSearch =>
  isOfRequests(address) ? address : returnSearch(address)

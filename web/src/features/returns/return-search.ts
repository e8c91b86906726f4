import { type ReturnFilter, returnFilter } from '@malote/core/returns/return-row.ts'
import { idFilter } from '@malote/core/shared/query.ts'
import { rememberedSearch } from '../../domain/screens/remembered-search.ts'
import { inAddress } from '../../lib/in-address.ts'

/** Parses the filters and the item whose details are open. */
export const returnSearch = inAddress(returnFilter.extend({ item: idFilter }))

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

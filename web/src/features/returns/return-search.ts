import { type ReturnFilter, returnFilter } from '@malote/core/returns/return-row.ts'
import { idFilter } from '@malote/core/shared/query.ts'
import { inAddress } from '../../lib/in-address.ts'

/** The filters, and the item whose details are open. */
export const returnSearch = inAddress(returnFilter.extend({ item: idFilter }))

/** What the address of the returns holds. */
export type ReturnSearch = ReturnType<typeof returnSearch>

/** What the address means to the server (contract 9.9). */
export const returnFilterOf = (search: ReturnSearch): ReturnFilter => returnFilter.parse(search)

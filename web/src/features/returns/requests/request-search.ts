import { type ExtensionRequestFilter, extensionRequestFilter } from '@malote/core/deadlines/extension-request.ts'
import { filter } from '@malote/core/shared/query.ts'
import { z } from 'zod'
import { inAddress } from '../../../lib/in-address.ts'

/** The value of `view` for the requests for more time. */
export const requestsView = 'pedidos'

export const isOfRequests = (search: object): search is RequestSearch =>
  'view' in search && search.view === requestsView

/** Parses the search params of the requests; their sides and statuses are others than those of the returns. */
export const requestSearch = inAddress(extensionRequestFilter.extend({ view: filter(z.literal(requestsView)) }))

export type RequestSearch = ReturnType<typeof requestSearch>

/** The server's filter for the search params (contract 21.13). */
export const requestFilterOf = (search: RequestSearch): ExtensionRequestFilter => extensionRequestFilter.parse(search)

import { type ExtensionRequestFilter, extensionRequestFilter } from '@malote/core/due-dates/extension-request.ts'
import { type InAddress, inAddress } from '../../../lib/in-address.ts'

const filterSearch = inAddress(extensionRequestFilter)

/** The search params of the requests; their sides and statuses are others than those of the returns. */
export type RequestSearch = InAddress<ExtensionRequestFilter> & { view?: 'pedidos' | undefined }

/** Parses the search params, except the view. */
export const requestSearch = (address: RequestSearch): RequestSearch => filterSearch(address)

/** The server's filter for the search params (contract 21.13). */
export const requestFilterOf = (search: RequestSearch): ExtensionRequestFilter =>
  extensionRequestFilter.parse(requestSearch(search))

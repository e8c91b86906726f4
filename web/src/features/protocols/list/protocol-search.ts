import { type ProtocolFilter, protocolFilter } from '@malote/core/protocols/protocol.ts'
import { rememberedSearch } from '../../../domain/screens/remembered-search.ts'
import { inAddress } from '../../../lib/in-address.ts'

export const protocolSearch = inAddress(protocolFilter)

/** The list's filters as search params. */
export type ProtocolSearch = ReturnType<typeof protocolSearch>

/** The server's filter for the search params. */
export const protocolFilterOf = (search: ProtocolSearch): ProtocolFilter => protocolFilter.parse(search)

/** The filters of the panel, which also has the order. */
export const panelFilters = ['status', 'department', 'startDate', 'endDate'] as const

export const rememberedProtocols = rememberedSearch('protocolos', [...panelFilters, 'late', 'here', 'sort', 'perPage'])

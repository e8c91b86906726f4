import { type ProtocolFilter, protocolFilter } from '@malote/core/protocols/protocol.ts'
import { inAddress } from '../../../lib/in-address.ts'

export const protocolSearch = inAddress(protocolFilter)

/** The list's filters as the address holds them. */
export type ProtocolSearch = ReturnType<typeof protocolSearch>

/** What the address means to the server. */
export const protocolFilterOf = (search: ProtocolSearch): ProtocolFilter => protocolFilter.parse(search)

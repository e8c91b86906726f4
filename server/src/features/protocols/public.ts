/** Public interface of this feature. */

export { completeIn } from './actions/end-protocol.ts'
export { askingFor, changeDueDates, type MovedItem } from './due-dates/change-due-dates.ts'
export { recordHopEnded } from './forward/record-hops.ts'
export { findProtocols, protocolsTotal } from './list/protocols.queries.ts'
export { mostCounted } from './list/search-hits.ts'
export { readSearch, type Search } from './list/search-terms.ts'

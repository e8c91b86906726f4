/** Public interface of this feature. */
export { markCancelled } from './mark-cancelled.ts'
export { awaitingReturn, markReturned } from './mark-returned.ts'

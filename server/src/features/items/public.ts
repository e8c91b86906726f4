/** Public interface of this feature. */
export { markCancelled } from './mark-cancelled.ts'
export { dueDateSentence, markDue } from './mark-due.ts'
export { markReturned } from './mark-returned.ts'

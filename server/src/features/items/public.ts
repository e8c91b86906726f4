/** Public interface of this feature. */
export { markCancelled } from './cancel-item.ts'
export { markReturned, returnAllIn, returnIn } from './return-items.ts'
export { dueDateSentence, markDue } from './set-due-dates.ts'

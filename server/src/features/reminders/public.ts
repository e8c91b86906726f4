/** Public interface of this feature. */
export { remindOfDeadlines } from './remind-of-deadlines.ts'

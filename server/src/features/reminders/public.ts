/** Public interface of this feature. */
export { remindOfDeadlines } from './remind-people.ts'

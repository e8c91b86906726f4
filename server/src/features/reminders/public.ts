/** The door of this feature: what others may call. */
export { remindOfDeadlines } from './remind-of-deadlines.ts'

/** The door of this feature: what others may call (STYLE 5). */
export { remindOfDeadlines } from './remind-of-deadlines.ts'

/** Public interface of this feature. */
export { remindOfDueDates } from './remind-people.ts'

/** Public interface of this feature. */
export { holidaysBetween, listHolidays } from './calendar.queries.ts'
export { ensureHolidays, fillCalendar } from './ensure-holidays.ts'

/** The door of this feature: what others may call. */
export { holidaysBetween, listHolidays } from './calendar.queries.ts'
export { ensureHolidays, fillCalendar } from './ensure-holidays.ts'

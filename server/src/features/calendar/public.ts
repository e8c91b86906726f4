/** Public interface of this feature. */

export { ensureHolidays, fillCalendar } from './ensure-holidays.ts'
export { holidaysBetween, listHolidays } from './holidays.repo.ts'

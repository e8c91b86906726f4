/** The door of this feature: what others may call (STYLE 5). */
export { holidaysBetween, listHolidays } from './calendar.queries.ts'
export { ensureHolidays, yearsAround } from './ensure-holidays.ts'

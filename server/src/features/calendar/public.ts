export { holidaysBetween, listHolidays } from './calendar.queries.ts'
export { ensureHolidays, yearsAround } from './ensure-holidays.ts'

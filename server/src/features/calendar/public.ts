export { holidaysBetween } from './calendar.queries.ts'
export { ensureHolidays, yearsAround } from './ensure-holidays.ts'

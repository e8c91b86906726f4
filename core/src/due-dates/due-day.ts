import { calendarYears } from '../calendar/calendar-years.ts'
import { civilDate } from '../shared/civil-date.ts'

/** A due date in a request. Within the years of the calendar: a later day must still be one that can be written. */
export const dueDay = civilDate.refine(
  (date) => Number(date.slice(0, 4)) <= calendarYears.last,
  `Informe uma data até 31/12/${calendarYears.last}`,
)

import { calendarYears } from '@malote/core/calendar/calendar-years.ts'
import type { CalendarPeriod } from '@malote/core/returns/returns-calendar.ts'
import { addDays, type CivilDate, firstOfNextMonth, weekday } from '@malote/core/shared/civil-date.ts'

/** A month of the calendar, `yyyy-MM`. */
export type Month = string

export const isMonth = (text: string): boolean => {
  const year = Number(text.slice(0, 4))
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && year >= calendarYears.first && year <= calendarYears.last
}

export const monthOf = (date: CivilDate): Month => date.slice(0, 7)

const firstDay = (month: Month): CivilDate => `${month}-01`

/** The first and the last day of a month. */
export const daysOf = (month: Month): CalendarPeriod => ({
  from: firstDay(month),
  to: addDays(firstOfNextMonth(firstDay(month)), -1),
})

/** The month before and the month after, or null where the calendar ends. */
export function neighboursOf(month: Month): { before: Month | null; after: Month | null } {
  const { from, to } = daysOf(month)
  const [before, after] = [monthOf(addDays(from, -1)), monthOf(addDays(to, 1))]
  return { before: isMonth(before) ? before : null, after: isMonth(after) ? after : null }
}

/** The days of a month in whole weeks, Sunday first; the first and the last week may have days of other months. */
export function weeksOf(month: Month): CivilDate[][] {
  const { from, to } = daysOf(month)
  const start = addDays(from, -weekday(from))
  const weeks: CivilDate[][] = []
  for (let sunday = start; sunday <= to; sunday = addDays(sunday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, day) => addDays(sunday, day)))
  }
  return weeks
}

/** The first and the last day of those weeks; at most 42 days. */
export function periodOf(month: Month): CalendarPeriod {
  const weeks = weeksOf(month)
  return { from: weeks[0]?.[0] ?? '', to: weeks.at(-1)?.[6] ?? '' }
}

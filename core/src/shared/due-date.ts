import { addDays, type CivilDate, weekday } from './civil-date.ts'
import { countInWords } from './measures.ts'

/** How a category counts its days (contract 9.11). */
export const dayCount = { business: 'Dias úteis', calendar: 'Dias corridos' } as const
export type DayCount = (typeof dayCount)[keyof typeof dayCount]

/** A number of days with the category's way of counting: '1 dia útil', '5 dias úteis', '30 dias corridos'. */
export function daysInWords(days: number, count: DayCount): string {
  const [one, many] = count === dayCount.business ? ['dia útil', 'dias úteis'] : ['dia corrido', 'dias corridos']
  return countInWords(days, one, many)
}

/** A century, in days: the calendar does not reach further. */
const mostDays = 36_500

/** The days until an item must be back, as counted: 0 for a category without return days, a century at most. */
export const countedDays = (returnDays: number | null | undefined): number => Math.min(returnDays ?? 0, mostDays)

/** Most days off in a row of any calendar, such as a recess of two months. */
export const longestBreak = 60

/**
 * Last day that {@link dueDate} needs: five of seven days count, less the holidays, so twice the days plus the longest
 * break is always enough.
 */
export const lastDayLookedAt = (start: CivilDate, days: number): CivilDate => addDays(start, days * 2 + longestBreak)

/**
 * Last day since which more than `days` business days have passed. On a day off fewer have than on the next business day.
 *
 * @param holidays those from {@link firstDayLookedAt} to today
 */
export function lastDayLongerAgo(today: CivilDate, days: number, holidays: ReadonlySet<CivilDate>): CivilDate {
  let date = addDays(today, -1)
  while (businessDaysSince(date, today, holidays) <= days) date = addDays(date, -1)
  return date
}

/** First day that {@link lastDayLongerAgo} needs, by the same margin as {@link lastDayLookedAt}. */
export const firstDayLookedAt = (today: CivilDate, days: number): CivilDate => addDays(today, -days * 2 - longestBreak)

/**
 * Number of business days after `start`, up to and including `today`: 0 on the day itself. The product counts them in the
 * database (`business_days` in `db/sql/days.sql`); tests compare that with this.
 */
export function businessDaysSince(start: CivilDate, today: CivilDate, holidays: ReadonlySet<CivilDate>): number {
  let days = 0
  for (let date = addDays(start, 1); date <= today; date = addDays(date, 1)) {
    if (isBusinessDay(date, holidays)) days += 1
  }
  return days
}

/** True on the days that *Dias úteis* counts: neither weekend nor holiday. */
export const isBusinessDay = (date: CivilDate, holidays: ReadonlySet<CivilDate>): boolean =>
  weekday(date) !== 0 && weekday(date) !== 6 && !holidays.has(date)

/**
 * Last civil day on which an item may come back without being late. The day after `start` is day 1.
 *
 * @param start     civil date in APP_TIMEZONE, `yyyy-MM-dd`
 * @param days      whole days, > 0; counted as `count` says
 * @param holidays  civil dates that business days skip; an empty set gives plain weekday counting
 * @see contract 5.2.8, 11.5
 */
export function dueDate(start: CivilDate, days: number, count: DayCount, holidays: ReadonlySet<CivilDate>): CivilDate {
  if (count === dayCount.calendar) return addDays(start, days)
  let date = start
  for (let counted = 0; counted < days; ) {
    date = addDays(date, 1)
    if (isBusinessDay(date, holidays)) counted += 1
  }
  return date
}

/** A civil day, `yyyy-MM-dd`. */
export type Day = string

const utc = (day: Day) => new Date(`${day}T00:00:00Z`)
const inWords = (date: Date): Day => date.toISOString().slice(0, 10)

export function plus(day: Day, days: number): Day {
  const date = utc(day)
  date.setUTCDate(date.getUTCDate() + days)
  return inWords(date)
}

/** 27/11/2026 */
export const inBrazil = (day: Day) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`

/** Easter Sunday by the algorithm of Meeus, Jones and Butcher. */
export function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const dayOfMonth = ((h + l - 7 * m + 114) % 31) + 1
  return inWords(new Date(Date.UTC(year, month - 1, dayOfMonth)))
}

/** The ten national holidays by law (Leis 662/1949, 6.802/1980, 10.607/2002, 14.759/2023; Sexta-feira Santa by custom). */
export const nationalHolidays = (year: number): Day[] => [
  ...['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25'].map((rest) => `${year}-${rest}`),
  plus(easter(year), -2),
]

/** Days on which an organisation may close in addition: Monday and Tuesday of carnival, Corpus Christi. */
export const localHolidays = (year: number): Day[] => [-48, -47, 60].map((days) => plus(easter(year), days))

export const isWorkingDay = (day: Day, holidays: ReadonlySet<Day>) => {
  const weekday = utc(day).getUTCDay()
  return weekday > 0 && weekday < 6 && !holidays.has(day)
}

export function nextWorkingDay(day: Day, holidays: ReadonlySet<Day>): Day {
  let next = plus(day, 1)
  while (!isWorkingDay(next, holidays)) next = plus(next, 1)
  return next
}

/** The working days after `from`, up to and including `to`. */
export function workingDaysBetween(from: Day, to: Day, holidays: ReadonlySet<Day>): number {
  let count = 0
  for (let day = plus(from, 1); day <= to; day = plus(day, 1)) if (isWorkingDay(day, holidays)) count += 1
  return count
}

/** How a category counts its days. */
export interface Count {
  days: number
  isInWorkingDays: boolean
}

/** The day after `start` is day 1 (contract 11.5). */
export function dueAfter(start: Day, { days, isInWorkingDays }: Count, holidays: ReadonlySet<Day>): Day {
  if (!isInWorkingDays) return plus(start, days)
  let day = start
  for (let n = 0; n < days; n += 1) day = nextWorkingDay(day, holidays)
  return day
}

import { z } from 'zod'
import { partsOf } from './date-parts.ts'

/** A day in the organisation's calendar, `yyyy-MM-dd`, without time or zone. */
export type CivilDate = string

const dayInMs = 86_400_000

const asUtc = (date: CivilDate) => Date.parse(`${date}T00:00:00Z`)

/** True for a day that exists in the calendar, written `yyyy-MM-dd`. */
export const isCivilDate = (text: string): boolean =>
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(asUtc(text)) &&
  new Date(asUtc(text)).toISOString().startsWith(text)

/** A civil date in a request. */
export const civilDate = z.string('Data inválida').refine(isCivilDate, 'Data inválida')

/** The same day, `days` later (earlier when negative). */
export const addDays = (date: CivilDate, days: number): CivilDate =>
  new Date(asUtc(date) + days * dayInMs).toISOString().slice(0, 10)

/** Whole days from `from` to `to`; negative when `to` comes first. */
export const daysBetween = (from: CivilDate, to: CivilDate): number => (asUtc(to) - asUtc(from)) / dayInMs

/** The first day of the date's month. */
export const firstOfMonth = (date: CivilDate): CivilDate => `${date.slice(0, 7)}-01`

/** The first day of the next month: 31 days after the first of a month is always in the next one. */
export const firstOfNextMonth = (date: CivilDate): CivilDate => firstOfMonth(addDays(firstOfMonth(date), 31))

/** The first day of the first month that has all its days on or after `date`. */
export const firstWholeMonth = (date: CivilDate): CivilDate =>
  firstOfMonth(date) === date ? date : firstOfNextMonth(date)

/** 0 is Sunday, 6 is Saturday. */
export const weekday = (date: CivilDate): number => new Date(asUtc(date)).getUTCDay()

/**
 * The civil date of `instant` in `timeZone`.
 *
 * @param timeZone IANA name, APP_TIMEZONE
 */
export function civilDateIn(instant: Date, timeZone: string): CivilDate {
  const second = Math.floor(instant.getTime() / 1000)
  if (latest.second !== second || latest.timeZone !== timeZone) {
    const { year, month, day } = partsOf(formatOf(timeZone), instant)
    latest = { second, timeZone, date: `${year}-${month}-${day}` }
  }
  return latest.date
}

/** The last result: a busy server asks many times a second, and formatting takes tens of microseconds. */
let latest = { second: Number.NaN, timeZone: '', date: '' }

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached per zone: creating a format costs more than a hundred uses. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format
}

/** The date in Brazilian format, `dd/MM/yyyy`. */
export const inPortuguese = (date: CivilDate): string => date.split('-').reverse().join('/')

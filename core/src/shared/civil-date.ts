import { z } from 'zod'

/** A day in the organisation's calendar, `yyyy-MM-dd`, without time or zone. */
export type CivilDate = string

const dayInMs = 86_400_000

const asUtc = (date: CivilDate) => Date.parse(`${date}T00:00:00Z`)

/** True for a day that exists in the calendar, written `yyyy-MM-dd`. */
export const isCivilDate = (text: string): boolean =>
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(asUtc(text)) &&
  new Date(asUtc(text)).toISOString().startsWith(text)

export const civilDate = z.string('Data inválida').refine(isCivilDate, 'Data inválida')

/** The same day, `days` later (earlier when negative). */
export const addDays = (date: CivilDate, days: number): CivilDate =>
  new Date(asUtc(date) + days * dayInMs).toISOString().slice(0, 10)

/** Whole days from `from` to `to`; negative when `to` comes first. */
export const daysBetween = (from: CivilDate, to: CivilDate): number => (asUtc(to) - asUtc(from)) / dayInMs

/** 0 is Sunday, 6 is Saturday. */
export const weekday = (date: CivilDate): number => new Date(asUtc(date)).getUTCDay()

/**
 * The day that `instant` falls on for people in `timeZone`.
 *
 * @param timeZone IANA name, APP_TIMEZONE
 */
export const civilDateIn = (instant: Date, timeZone: string): CivilDate =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(instant)

/** The day as people here write it, `dd/MM/yyyy`. */
export const inPortuguese = (date: CivilDate): string => date.split('-').reverse().join('/')

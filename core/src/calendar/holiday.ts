import { z } from 'zod'
import { civilDate, daysBetween } from '../shared/civil-date.ts'
import { cleanLine } from '../shared/typed-text.ts'
import { requiredLine } from '../shared/wire-values.ts'
import { calendarYears } from './calendar-years.ts'

/** A day that *Dias úteis* skips. */
export const holiday = z.object({
  date: z.string(),
  name: z.string(),
  /** *national*: by law, filled in by the system; *local*: added by an Admin. */
  kind: z.enum(['national', 'local']),
})
export type Holiday = z.infer<typeof holiday>

/** Longest period of one request, in days. */
const longestPeriod = 3660

/** `?from&to` of `GET /api/calendar/holidays`; both days are included. */
export const holidayFilter = z
  .object({ from: civilDate, to: civilDate })
  .refine(({ from, to }) => !(daysBetween(from, to) > longestPeriod), {
    path: ['to'],
    error: 'Informe um período de no máximo 10 anos',
  })

const isInCalendar = (date: string) => {
  const year = Number(date.slice(0, 4))
  return year >= calendarYears.first && year <= calendarYears.last
}

/** The fields that an Admin fills in. */
export const holidayInput = z.object({
  date: z
    .string('Data é obrigatória')
    .overwrite(cleanLine)
    .min(1, 'Data é obrigatória')
    .pipe(civilDate)
    .refine(isInCalendar, `Informe uma data entre ${calendarYears.first} e ${calendarYears.last}`),
  name: requiredLine('Nome do feriado é obrigatório', 120),
})
export type HolidayInput = z.infer<typeof holidayInput>

/** The field values that the user saw when the edit began; optional, used to detect conflicts (contract 12.26). */
export const holidaySeen = holiday.pick({ date: true, name: true }).partial()
export const holidayEdit = holidayInput.extend({ current: holidaySeen.optional() })
export type HolidayEdit = z.infer<typeof holidayEdit>

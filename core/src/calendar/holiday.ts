import { z } from 'zod'
import { civilDate, daysBetween } from '../shared/civil-date.ts'

/** A day that *Dias úteis* skips. */
export const holiday = z.object({
  date: z.string(),
  name: z.string(),
  kind: z.enum(['national', 'local']),
})
export type Holiday = z.infer<typeof holiday>

/** Longest period of one question, in days. */
const longestPeriod = 3660

/** `?from&to` of `GET /api/calendar/holidays`; both days are included. */
export const holidayFilter = z
  .object({ from: civilDate, to: civilDate })
  .refine(({ from, to }) => !(daysBetween(from, to) > longestPeriod), {
    path: ['to'],
    error: 'Informe um período de no máximo 10 anos',
  })

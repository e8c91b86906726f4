import { z } from 'zod'
import { civilDate, daysBetween } from '../shared/civil-date.ts'
import { renamed } from '../shared/renamed.ts'

/** Most days of one calendar: two months. */
export const longestCalendar = 62

/** `?from&to` of `GET /api/returns/calendar`; both days are included (contract 21.1). */
export const calendarPeriod = z
  .object({ from: civilDate, to: civilDate })
  .refine(({ from, to }) => !(to < from), { path: ['to'], error: 'A data final deve ser igual ou posterior à inicial' })
  .refine(({ from, to }) => !(daysBetween(from, to) >= longestCalendar), {
    path: ['to'],
    error: `Informe um período de no máximo ${longestCalendar} dias`,
  })
export type CalendarPeriod = z.infer<typeof calendarPeriod>

/** A day of the calendar of returns: pending items that are due on it, received or not. */
export const calendarDay = z.object({
  /** Civil date, `yyyy-MM-dd`. */
  date: z.string(),
  /** Those that the viewer's department must return, and those that it waits for; for an Admin all, in both. */
  toReturn: z.int(),
  toReceive: z.int(),
  /** Those of them that are late today; an item within one department counts once. */
  overdue: z.int(),
})
export type CalendarDay = z.infer<typeof calendarDay>
export const calendarDaysWire = z.array(renamed(calendarDay))

import { z } from 'zod'
import { type CivilDate, civilDate } from '../shared/civil-date.ts'
import { isBusinessDay } from '../shared/due-date.ts'
import { filter } from '../shared/query.ts'
import { flag } from '../shared/wire-values.ts'

const days = { added: filter(civilDate), removed: filter(civilDate) }

/** `?added&removed` of `GET /api/calendar/effect`: an added holiday, a removed one, or both when one is moved. */
export const calendarChange = z.object(days)
export type CalendarChange = z.infer<typeof calendarChange>

/** The body of `POST /api/calendar/apply`. */
export const applyChangeBody = z.object({
  ...days,
  /** Also move due dates that would end sooner; otherwise those stay unchanged. */
  shorten: flag.default(false),
})
export type ApplyChangeBody = z.infer<typeof applyChangeBody>

/**
 * The holidays after a change, whether it is made already or only planned.
 *
 * @param now the present holidays of the calendar; may still include `removed`
 */
export function holidaysAfter(now: ReadonlySet<CivilDate>, { added, removed }: CalendarChange): ReadonlySet<CivilDate> {
  const holidays = new Set(now)
  if (removed) holidays.delete(removed)
  if (added) holidays.add(added)
  return holidays
}

/** Saturdays and Sundays are never counted, so a holiday on one of them changes no due date. */
export const changesTheCount = (date: CivilDate): boolean => isBusinessDay(date, new Set())

/** How many open due dates the calendar would move with a change, and some of them. */
export const calendarEffect = z.object({
  /** Items whose due date ends later, or sooner. */
  later: z.int(),
  earlier: z.int(),
  /** Those that are due next. */
  sample: z.array(
    z.object({
      /** Id of the protocol. */
      protocol: z.int(),
      /** How texts name the item: `Item 123/2026 (Contrato)`. */
      item: z.string(),
      from: z.string(),
      to: z.string(),
    }),
  ),
})
export type CalendarEffect = z.infer<typeof calendarEffect>

/** One step of applying a change: due dates moved by it, and how many are left for the next. */
export const applyChangeReply = z.object({ moved: z.int(), remaining: z.int() })
export type ApplyChangeReply = z.infer<typeof applyChangeReply>

import { z } from 'zod'
import type { CategoryTerms } from '../protocols/return-requirement.ts'
import { type CivilDate, civilDate } from '../shared/civil-date.ts'
import { countedDays, dayCount, dueDate, isBusinessDay } from '../shared/due-date.ts'
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
 * The holidays before and after a change, computed from the present ones. Works before and after the change is saved.
 *
 * @param now the present holidays of the calendar; may still include `removed`
 */
export function holidaysAround(now: ReadonlySet<CivilDate>, { added, removed }: CalendarChange) {
  const changed = (day: CivilDate | undefined, without: CivilDate | undefined) => {
    const holidays = new Set(now)
    if (without) holidays.delete(without)
    if (day) holidays.add(day)
    return holidays
  }
  return { before: changed(removed, added), after: changed(added, removed) }
}

/** Saturdays and Sundays are never counted, so a holiday on one of them changes no due date. */
export const changesTheCount = (date: CivilDate): boolean => isBusinessDay(date, new Set())

/** A due date, and what it was computed from. */
export interface CountedDueDate {
  /** The organisation's day on which the protocol was created. */
  start: CivilDate
  /** In business days; only categories that count *Dias úteis* are affected. */
  returnDays: CategoryTerms['returnDays']
  returnDate: CivilDate
}

/**
 * The due date to which a change of the calendar moves an item. A date that does not follow from the old calendar was
 * set by hand and stays. A date that would move to before today stays too, because a change of the calendar must not
 * make an item late.
 *
 * @param holidays see {@link holidaysAround}
 * @param today the organisation's day
 * @returns null when the date stays unchanged
 */
export function movedDueDate(
  { start, returnDays, returnDate }: CountedDueDate,
  { before, after }: ReturnType<typeof holidaysAround>,
  today: CivilDate,
): CivilDate | null {
  const counted = countedDays(returnDays)
  if (counted <= 0 || dueDate(start, counted, dayCount.business, before) !== returnDate) return null
  const moved = dueDate(start, counted, dayCount.business, after)
  if (moved === returnDate || (moved < returnDate && moved < today)) return null
  return moved
}

/** How many open due dates a change moves, and some of them. */
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

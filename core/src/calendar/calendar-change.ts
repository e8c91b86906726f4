import { z } from 'zod'
import type { CategoryTerms } from '../protocols/return-requirement.ts'
import { type CivilDate, civilDate } from '../shared/civil-date.ts'
import { countedDays, dayCount, dueDate, isBusinessDay } from '../shared/due-date.ts'
import { filter } from '../shared/query.ts'
import { flag } from '../shared/wire-values.ts'

const days = { added: filter(civilDate), removed: filter(civilDate) }

/** `?added&removed` of `GET /api/calendar/effect`: a holiday that comes, one that goes, or both when one is moved. */
export const calendarChange = z.object(days)
export type CalendarChange = z.infer<typeof calendarChange>

/** The body of `POST /api/calendar/apply`. */
export const applyChangeBody = z.object({
  ...days,
  /** Also the deadlines that would end sooner; otherwise those stay as they were promised. */
  shorten: flag.default(false),
})
export type ApplyChangeBody = z.infer<typeof applyChangeBody>

/**
 * The holidays before and after a change, from those of now. Right whether the change is still to come or already made.
 *
 * @param now the holidays as the calendar has them, also `removed` when it is still among them
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

/** Sundays and Saturdays count for nobody: a holiday on one of them changes no deadline. */
export const changesTheCount = (date: CivilDate): boolean => isBusinessDay(date, new Set())

/** A due date, and what it was computed from. */
export interface ComputedDeadline {
  /** The organisation's day on which the protocol was created. */
  start: CivilDate
  /** Of a category that counts *Dias úteis*, in business days. */
  returnDays: CategoryTerms['returnDays']
  returnDate: CivilDate
}

/**
 * The new due date of an item whose deadline a change of the calendar moves. A date that the old calendar does not give
 * was promised by somebody and stays; one that would move to before today stays too, because a change of the calendar
 * makes nobody late.
 *
 * @param holidays see {@link holidaysAround}
 * @param today the organisation's day
 * @returns null: it stays as it is
 */
export function movedDueDate(
  { start, returnDays, returnDate }: ComputedDeadline,
  { before, after }: ReturnType<typeof holidaysAround>,
  today: CivilDate,
): CivilDate | null {
  const counted = countedDays(returnDays)
  if (counted <= 0 || dueDate(start, counted, dayCount.business, before) !== returnDate) return null
  const moved = dueDate(start, counted, dayCount.business, after)
  if (moved === returnDate || (moved < returnDate && moved < today)) return null
  return moved
}

/** How many open deadlines a change moves, and some of them. */
export const calendarEffect = z.object({
  /** Items whose deadline ends later, or sooner. */
  later: z.int(),
  earlier: z.int(),
  /** The next ones that are due. */
  sample: z.array(
    z.object({
      /** Identity of the protocol. */
      protocol: z.int(),
      /** How texts speak of the item: `Item 123/2026 (Contrato)`. */
      item: z.string(),
      from: z.string(),
      to: z.string(),
    }),
  ),
})
export type CalendarEffect = z.infer<typeof calendarEffect>

/** One step of applying a change: deadlines moved by it, and how many are left for the next. */
export const applyChangeReply = z.object({ moved: z.int(), remaining: z.int() })
export type ApplyChangeReply = z.infer<typeof applyChangeReply>

import type { CivilDate } from '../shared/civil-date.ts'
import { type DayCount, dueDate } from '../shared/due-date.ts'

/** The days of a category, counted from a day. */
export interface DueCount {
  /** The organisation's day on which the protocol was sent. */
  from: CivilDate
  /** Whole days, > 0. */
  days: number
  dayCount: DayCount
}

/** What a due date is derived from, besides the dates of the items that this one continues. */
export interface DueInputs {
  /** Null for an item whose category has no days, or whose date was set by hand. */
  count: DueCount | null
  /** What the count gave with the calendar that was last applied to the item; null without a count. */
  countedUntil: CivilDate | null
  /** The day that people of the origin granted; null while they have not. */
  grantedUntil: CivilDate | null
}

/** The inputs of an item that has no date of its own. */
export const noInputs: DueInputs = { count: null, countedUntil: null, grantedUntil: null }

export interface DerivedDueDate {
  /** Null when nothing gives one. */
  date: CivilDate | null
  /** Its own date is a later day, or it has none: the date is that of an item before. */
  isHeldBack: boolean
}

/**
 * The due date of an item: the later of what was counted and what was granted, but never after the date of an item that
 * it continues, however many hops before (contract 20.36). An item without a date of its own takes that one.
 *
 * @param limit the earliest due date of the items before; null: none has one
 */
export function deriveDueDate(
  { countedUntil, grantedUntil }: Pick<DueInputs, 'countedUntil' | 'grantedUntil'>,
  limit: CivilDate | null,
): DerivedDueDate {
  const own = later(countedUntil, grantedUntil)
  const isHeldBack = limit !== null && (own === null || own > limit)
  return { date: isHeldBack ? limit : own, isHeldBack }
}

/** What the count gives with these holidays; null without a count. */
export const countedWith = (count: DueCount | null, holidays: ReadonlySet<CivilDate>): CivilDate | null =>
  count && dueDate(count.from, count.days, count.dayCount, holidays)

/** How a change of the calendar is applied. */
export interface Recount {
  /** All holidays from the first day that is counted to the last one. */
  holidays: ReadonlySet<CivilDate>
  /** Also to an earlier day; otherwise a date that was promised stays. */
  shortens: boolean
  /** The organisation's day: nothing becomes late by being counted anew. */
  today: CivilDate
}

/**
 * The inputs of an item, counted anew with the present calendar (contract 11.7). Depends on nothing but the calendar:
 * whatever was entered, applied or left before, in whatever order, counts in the same way.
 *
 * @param returnDate the item's present due date
 * @param limit      as for {@link deriveDueDate}
 */
export function recounted(
  { inputs, returnDate, limit }: { inputs: DueInputs; returnDate: CivilDate | null; limit: CivilDate | null },
  { holidays, shortens, today }: Recount,
): DueInputs {
  if (inputs.count === null) return inputs
  const anew = { ...inputs, countedUntil: countedWith(inputs.count, holidays) }
  const { date } = deriveDueDate(anew, limit)
  const isPromised = date !== null && returnDate !== null && date < returnDate && (!shortens || date < today)
  return isPromised ? inputs : anew
}

const later = (one: CivilDate | null, other: CivilDate | null): CivilDate | null =>
  one === null || (other !== null && other > one) ? other : one

import { addDays, type CivilDate, weekday } from '../shared/civil-date.ts'
import { dayCount, dueDate } from '../shared/due-date.ts'
import type { DueDateExplanation, SkippedDay } from './due-date-explanation.ts'
import type { Computation, DueDateBasis, DueDateFacts } from './due-date-facts.ts'
import { dueDateSentence } from './due-date-sentence.ts'

/**
 * Explains the due date of an item: how the first one was computed, what changed it, and the day on which a department
 * before needs the item back (contract 21.3). Claims no more than the facts confirm: a first date that its basis does
 * not give counts as set by hand.
 *
 * @param timeZone APP_TIMEZONE, for the days of the changes
 */
export function explainDueDate(facts: DueDateFacts, timeZone: string): DueDateExplanation {
  const { returnDate, originalReturnDate, sentOn, changes, dueLimit } = facts
  const first = firstDateOf(facts)
  const computed = computationOf(facts, first)
  const cappedBy = dueLimit !== null && dueLimit.returnDate === returnDate ? dueLimit : null
  return {
    returnDate,
    originalReturnDate,
    start: computed && sentOn,
    days: computed?.days ?? null,
    dayCount: computed?.dayCount ?? null,
    skipped: computed && first ? skippedDays(sentOn, first, computed) : [],
    changes: [...changes],
    cappedBy,
    sentence: dueDateSentence({ ...facts, first, computed }, timeZone),
  }
}

/** Days after `start` and up to `until` that a count of business days passes over; none for calendar days. */
export function skippedDays(
  start: CivilDate,
  until: CivilDate,
  { dayCount: count, holidays }: Pick<DueDateBasis, 'dayCount' | 'holidays'>,
): SkippedDay[] {
  if (count !== dayCount.business) return []
  const names = new Map(holidays.map(({ date, name }) => [date, name]))
  const skipped: SkippedDay[] = []
  for (let date = addDays(start, 1); date <= until; date = addDays(date, 1)) {
    const reason = names.get(date) ?? weekendDay(date)
    if (reason !== undefined) skipped.push({ date, reason })
  }
  return skipped
}

const weekendDays: Readonly<Record<number, string>> = { 0: 'domingo', 6: 'sábado' }
const weekendDay = (date: CivilDate) => weekendDays[weekday(date)]

/** The date that a basis gives, without a limit. */
export const computedFrom = (start: CivilDate, { days, dayCount: count, holidays }: DueDateBasis): CivilDate =>
  dueDate(start, days, count, new Set(holidays.map(({ date }) => date)))

/** The date before all changes; null when the item had none. */
function firstDateOf({ returnDate, originalReturnDate, sentOn, basis, changes }: DueDateFacts): CivilDate | null {
  const [oldest] = changes
  // Earlier versions extend without recording the change, but keep the first date.
  if (!oldest) return originalReturnDate ?? returnDate ?? (basis && computedFrom(sentOn, basis))
  if (basis !== null || oldest.from === null || originalReturnDate === null) return oldest.from
  return originalReturnDate < oldest.from ? originalReturnDate : oldest.from
}

function computationOf(
  { returnDate, basis, presentBasis, sentOn, dueLimit }: DueDateFacts,
  first: CivilDate | null,
): Computation | null {
  const known = basis ?? presentBasis
  if (known === null || first === null || returnDate === null) return null
  const date = computedFrom(sentOn, known)
  // Only an item that was passed on may be due before its days have gone by, and only a kept basis proves it.
  const isCapped = basis !== null && dueLimit !== null && first < date
  return date === first || isCapped ? { ...known, date } : null
}

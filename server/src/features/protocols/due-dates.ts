import { mustComeBack } from '@malote/core/protocols/category-rules.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { dayCount, dueDate } from '@malote/core/shared/due-date.ts'
import type { Db } from '../../db/connect.ts'
import { holidaysBetween } from '../calendar/public.ts'
import type { Category } from './references.queries.ts'

/** A century: no calendar of ours reaches further. */
const mostDays = 36_500

/**
 * When items of these categories must be back, counted from `start`; a category that need not come back has no date.
 *
 * @param start the organisation's day on which the protocol was created
 * @see DESIGN 5 "Due date"
 */
export async function dueDatesOf(
  db: Db,
  start: CivilDate,
  categories: Iterable<Category>,
): Promise<ReadonlyMap<number, CivilDate>> {
  const timed = [...categories].filter(mustComeBack)
  const counted = timed.filter((category) => category.dayCount === dayCount.business).map(daysOf)
  // Five of seven days count, less the holidays: twice as many days, and a month, always reach far enough.
  const reach = Math.max(0, ...counted) * 2 + 31
  const holidays = counted.length > 0 ? await holidaysBetween(db, start, addDays(start, reach)) : new Set<CivilDate>()
  return new Map(timed.map((category) => [category.id, dueDate(start, daysOf(category), category.dayCount, holidays)]))
}

const daysOf = ({ returnDays }: Category) => Math.min(returnDays ?? 0, mostDays)

import { mustComeBack } from '@malote/core/protocols/return-requirement.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { countedDays, dayCount, dueDate, lastDayLookedAt } from '@malote/core/shared/due-date.ts'
import type { Db } from '../../../db/connect.ts'
import { holidaysBetween } from '../../calendar/public.ts'
import type { Category } from './references.queries.ts'

/**
 * Due dates by category, counted from `start`. Categories without return have no date.
 *
 * @param start the organisation's civil day on which the protocol was created
 * @see contract 11.5
 */
export async function dueDatesOf(
  db: Db,
  start: CivilDate,
  categories: Iterable<Category>,
): Promise<ReadonlyMap<number, CivilDate>> {
  const timed = [...categories].filter(mustComeBack)
  const counted = timed.filter((category) => category.dayCount === dayCount.business).map(daysOf)
  const last = lastDayLookedAt(start, Math.max(0, ...counted))
  const holidays = counted.length > 0 ? await holidaysBetween(db, start, last) : new Set<CivilDate>()
  return new Map(timed.map((category) => [category.id, dueDate(start, daysOf(category), category.dayCount, holidays)]))
}

const daysOf = ({ returnDays }: Category) => countedDays(returnDays)

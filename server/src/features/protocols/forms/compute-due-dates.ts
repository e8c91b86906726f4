import { type DueInputs, deriveDueDate, noInputs } from '@malote/core/due-dates/derive-due-date.ts'
import type { NamedDay } from '@malote/core/due-dates/due-date-facts.ts'
import { mustComeBack } from '@malote/core/protocols/return-requirement.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { countedDays, dayCount, dueDate, lastDayLookedAt } from '@malote/core/shared/due-date.ts'
import { inputsOf } from '../../../domain/custody/due-inputs.ts'
import type { Category, KnownHolidays } from '../../../domain/custody/references.queries.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { listHolidays } from '../../calendar/holidays.repo.ts'

/** A computed due date, and what it was computed from (contract 21.3). The fields are those of a new item. */
export interface ComputedDueDate {
  countedFrom: CivilDate
  countedUntil: CivilDate
  dueDays: number
  dueInBusinessDays: boolean
  /** The holidays that business days passed over, in order; null for calendar days. */
  dueHolidays: NamedDay[] | null
}

/** The days whose holidays matter for most due dates from `start`: those of up to so many business days. */
export const usualSpan = (start: CivilDate) => ({ from: start, to: lastDayLookedAt(start, 45) })

/**
 * Due dates by category, counted from `start`. Categories without return have no date.
 *
 * @param start the organisation's civil day on which the protocol was created
 * @param known holidays that were already read; more are read if they are not enough
 * @see contract 11.5
 */
export async function dueDatesOf(
  db: Db,
  start: CivilDate,
  categories: Iterable<Category>,
  known?: KnownHolidays,
): Promise<ReadonlyMap<number, ComputedDueDate>> {
  const timed = [...categories].filter(mustComeBack)
  const counted = timed.filter(inBusinessDays).map(daysOf)
  const last = lastDayLookedAt(start, Math.max(0, ...counted))
  const isKnown = known && known.from <= start && last <= known.to
  const holidays = counted.length === 0 ? [] : isKnown ? known.days : await listHolidays(db, start, last)
  const dates = new Set(holidays.map(({ date }) => date))
  return new Map(
    timed.map((category) => {
      const due = dueDate(start, daysOf(category), category.dayCount, dates)
      const skipped = holidays
        .filter(({ date }) => start < date && date < due)
        .map(({ date, name }) => ({ date, name }))
      return [
        category.id,
        {
          countedFrom: start,
          countedUntil: due,
          dueDays: daysOf(category),
          dueInBusinessDays: inBusinessDays(category),
          dueHolidays: inBusinessDays(category) ? skipped : null,
        },
      ]
    }),
  )
}

const daysOf = ({ returnDays }: Category) => countedDays(returnDays)
const inBusinessDays = (category: Category) => category.dayCount === dayCount.business

/** What the due date of an item of that category is derived from; nothing for a category without return. */
export const inputsFrom = (computed: ComputedDueDate | undefined): DueInputs =>
  computed === undefined
    ? noInputs
    : inputsOf({
        ...{ countedFrom: computed.countedFrom, countedUntil: computed.countedUntil, grantedUntil: null },
        ...{ countedDays: computed.dueDays, countedInBusinessDays: computed.dueInBusinessDays },
      })

/** The due date of a new item, which may continue others. */
export const dueWithin = (computed: ComputedDueDate | undefined, limit: CivilDate | null) => ({
  ...computed,
  dueDate: deriveDueDate(inputsFrom(computed), limit).date,
})

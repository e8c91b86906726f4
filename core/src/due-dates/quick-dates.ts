import { addDays, type CivilDate } from '../shared/civil-date.ts'
import { dayCount, dueDate, lastDayLookedAt } from '../shared/due-date.ts'

/** A later due date that takes one press. */
export interface QuickDate {
  label: string
  date: CivilDate
}

const businessDays = 3

/**
 * Later due dates that people ask for most, counted from the present one, or from today if the item is late.
 *
 * @param present the item's due date, null when it has none
 * @param today the organisation's day
 * @param holidays those from the start on; undefined while they are loading: then only the dates that do not need them
 */
export function quickDates(
  present: CivilDate | null,
  today: CivilDate,
  holidays: ReadonlySet<CivilDate> | undefined,
): QuickDate[] {
  const start = startOf(present, today)
  return [
    ...(holidays
      ? [{ label: `+${businessDays} dias úteis`, date: dueDate(start, businessDays, dayCount.business, holidays) }]
      : []),
    { label: '+1 semana', date: addDays(start, 7) },
    { label: '+2 semanas', date: addDays(start, 14) },
  ]
}

const startOf = (present: CivilDate | null, today: CivilDate) => (present === null || present < today ? today : present)

/** Last day whose holidays {@link quickDates} needs. */
export const lastDayOfQuickDates = (present: CivilDate | null, today: CivilDate): CivilDate =>
  lastDayLookedAt(startOf(present, today), businessDays)

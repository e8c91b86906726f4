import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { dayCount, dueDate } from '@malote/core/shared/due-date.ts'

/** A later due date that takes one press. */
export interface QuickDate {
  label: string
  date: CivilDate
}

/**
 * Later due dates that people ask for most, counted from the present one, or from today if the item is late.
 *
 * @param holidays undefined while they are loading: then only those that do not need them
 */
export function quickDates(
  present: CivilDate | null,
  today: CivilDate,
  holidays: ReadonlySet<CivilDate> | undefined,
): QuickDate[] {
  const start = present === null || present < today ? today : present
  return [
    ...(holidays ? [{ label: '+3 dias úteis', date: dueDate(start, 3, dayCount.business, holidays) }] : []),
    { label: '+1 semana', date: addDays(start, 7) },
    { label: '+2 semanas', date: addDays(start, 14) },
  ]
}

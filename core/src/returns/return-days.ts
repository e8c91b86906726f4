import { upcomingDays } from '../dashboard/dashboard.ts'
import { addDays, type CivilDate } from '../shared/civil-date.ts'
import type { ReturnDateFilter, ReturnFilter } from './return-row.ts'

/** A range of due dates, both ends included; a missing end is open. */
export interface DueDays {
  from?: CivilDate
  to?: CivilDate
}

/**
 * The due dates that an entry of the filter *Data de Retorno* means (contract 2.9.2): *Próximos 7 dias* are today and
 * the seven days that follow.
 *
 * @param today the organisation's day
 * @returns null when every item matches, also one without a due date
 */
export function dueDaysOf(dateFilter: ReturnDateFilter, today: CivilDate): DueDays | null {
  if (dateFilter === 'today') return { from: today, to: today }
  if (dateFilter === 'week') return { from: today, to: addDays(today, upcomingDays) }
  return dateFilter === 'overdue' ? { to: addDays(today, -1) } : null
}

/** The due dates that a whole filter means: the entry of *Data de Retorno*, narrowed to `dateFrom` and `dateTo`. */
export function dueDaysOfFilter(
  { dateFilter, dateFrom, dateTo }: Pick<ReturnFilter, 'dateFilter' | 'dateFrom' | 'dateTo'>,
  today: CivilDate,
): DueDays | null {
  const entry = dueDaysOf(dateFilter, today)
  if (entry === null && dateFrom === undefined && dateTo === undefined) return null
  const from = [entry?.from, dateFrom]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(-1)
  const to = [entry?.to, dateTo]
    .filter((day) => day !== undefined)
    .toSorted()
    .at(0)
  return { ...(from && { from }), ...(to && { to }) }
}

import { addDays, type CivilDate, firstWholeMonth } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../domain/visibility/visible-to.ts'

/** Civil days in APP_TIMEZONE, both ends included. */
export interface Days {
  from: CivilDate
  to: CivilDate
}

/**
 * Counts of the protocols created in these days, as a table `(department_id, day, status, n, n_origin, seconds)`. `day`
 * is the day of creation, or the first day of its month where `byMonth` allows reading whole months as one row.
 *
 * No stored counts exist between two departments: there `department_id` is the origin, and the index of the pair is
 * read.
 */
export function countedProtocols(scope: Scope, days: Days, byMonth: boolean): RawBuilder<unknown> {
  if (scope.kind === 'pair') return countedPair(scope, days)
  const own = scope.kind === 'department' ? sql`department_id = ${scope.id}` : sql`true`
  const daily = (from: CivilDate, to: CivilDate) => sql`
    select department_id, day, status, n, n_origin, seconds_to_complete as seconds from protocol_daily
    where ${own} and day >= ${from}::date and day <= ${to}::date`
  if (!byMonth) return sql`(${daily(days.from, days.to)})`
  const { broken, firstMonth } = inMonths(days)
  return sql`(${daily(broken.from, broken.to)}
    union all
    select department_id, month, status, n, n_origin, seconds_to_complete from protocol_monthly
    where ${own} and month >= ${firstMonth}::date and month <= ${days.to}::date)`
}

const countedPair = ({ one, other }: Scope & { kind: 'pair' }, days: Days) => sql`(
  select origin_department_id as department_id, civil_day(created_at) as day, status, count(*) as n, count(*) as n_origin,
    sum(seconds_to_complete(created_at, completed_at)) as seconds
  from (${betweenTwo(one, other, days)} union all ${betweenTwo(other, one, days)}) p
  group by 1, 2, 3)`

const betweenTwo = (from: number, to: number, days: Days) => sql`
  select origin_department_id, created_at, completed_at, status from protocols p
  where origin_department_id = ${from} and destination_department_id = ${to} and ${createdIn('p', days)}`

/** Condition on the column `created_at` of `table`, in a form that its indexes can use. */
export const createdIn = (table: string, { from, to }: Days): RawBuilder<boolean> => sql<boolean>`
  ${sql.ref(`${table}.created_at`)} >= (select ${from}::date::timestamp at time zone time_zone from settings)
  and ${sql.ref(`${table}.created_at`)} < (select (${to}::date + 1)::timestamp at time zone time_zone from settings)`

/**
 * Splits a period into the days of an incomplete first month (`to` before `from` if there are none) and the whole
 * months after it. Periods end today, and no protocol is created later, so that the last month counts as whole.
 */
export function inMonths({ from }: Days): { broken: Days; firstMonth: CivilDate } {
  const firstMonth = firstWholeMonth(from)
  return { broken: { from, to: addDays(firstMonth, -1) }, firstMonth }
}

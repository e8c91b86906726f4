import { type CivilDate, firstOfMonth } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../visibility/scope.ts'

/**
 * Protocols by the day of their creation, as a table `(day, status, n)`; a whole month that lies in one stretch is one
 * row, of its first day. What is read grows with the days and the departments, never with the protocols.
 *
 * @param starts first days of the stretches that are counted apart, ascending
 * @param to last day of the last one, today: nothing is created later, and its month is whole
 */
export function protocolsByDay(scope: Scope, starts: readonly CivilDate[], to: CivilDate): RawBuilder<unknown> {
  const [from = to] = starts
  const broken = [...new Set(starts.filter((start) => firstOfMonth(start) !== start).map(firstOfMonth))]
  const own = scope.kind === 'department' ? sql`department_id = ${scope.id}` : sql`true`
  // Each protocol has one origin, so that the whole is the sum of what the departments sent.
  const count = sql.ref(scope.kind === 'department' ? 'n' : 'n_origin')
  return sql`(
    select month as day, status, ${count} as n from protocol_monthly
    where ${own} and month >= ${from}::date and month <= ${to}::date and month <> all (${broken}::date[])
    union all
    select day, status, ${count}
    from unnest(${broken}::date[]) broken (month)
    join protocol_daily on day >= greatest(broken.month, ${from}::date)
      and day < least((broken.month + interval '1 month')::date, ${to}::date + 1)
    where ${own}
  )`
}

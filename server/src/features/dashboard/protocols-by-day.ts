import { type CivilDate, firstOfMonth } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../domain/visibility/scope.ts'

/**
 * Protocols by day of creation, as a table `(day, status, n)`. A whole month within one stretch is one row, with its
 * first day. The cost grows with the days and the departments, not with the protocols.
 *
 * @param starts first days of the stretches, ascending
 * @param to last day of the last stretch, today: no protocol is created later, so that its month counts as whole
 */
export function protocolsByDay(scope: Scope, starts: readonly CivilDate[], to: CivilDate): RawBuilder<unknown> {
  const [from = to] = starts
  const broken = [...new Set(starts.filter((start) => firstOfMonth(start) !== start).map(firstOfMonth))]
  const own = scope.kind === 'department' ? sql`department_id = ${scope.id}` : sql`true`
  // Each protocol has one origin, so that the total is the sum of `n_origin` over all departments.
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

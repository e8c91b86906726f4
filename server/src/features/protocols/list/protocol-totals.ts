import { addDays, type CivilDate, firstOfMonth, firstOfNextMonth } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, sql } from 'kysely'
import { protocolsIn } from '../../../visibility/protocols-in.ts'
import type { Scope } from '../../../visibility/scope.ts'
import { firstDay, lastDay, type StatusAndDays } from '../../../visibility/status-and-days.ts'

/** Number of protocols in a list, from the totals that the database maintains. Never counts large tables. */
export function totalOf(scope: Scope, statusAndDays: StatusAndDays): RawBuilder<number> {
  const isDated = statusAndDays.startDate !== undefined || statusAndDays.endDate !== undefined
  const hasStatus = statusAndDays.status === undefined ? sql`true` : sql`status = ${statusAndDays.status}`
  if (scope.kind === 'pair') {
    if (isDated) return sql<number>`(select count(*) from ${protocolsIn(scope, statusAndDays)} s)`
    return sql<number>`(select coalesce(sum(n), 0) from protocol_totals where ${hasStatus} and (
      (origin_department_id = ${scope.one} and destination_department_id = ${scope.other})
      or (origin_department_id = ${scope.other} and destination_department_id = ${scope.one})))`
  }
  // Each protocol has one origin, so that the total is the sum of `n_origin` over all departments.
  const count = sql.ref(scope.kind === 'all' ? 'n_origin' : 'n')
  const rows = sql`${scope.kind === 'all' ? sql`true` : sql`department_id = ${scope.id}`} and ${hasStatus}`
  if (isDated) return totalOfDays(count, rows, statusAndDays)
  return sql<number>`(select coalesce(sum(${count}), 0) from department_totals where ${rows})`
}

/** A long period is the sum of its whole months, plus the days of the incomplete months at its ends. */
function totalOfDays(count: RawBuilder<unknown>, rows: RawBuilder<unknown>, period: StatusAndDays): RawBuilder<number> {
  const { startDate = firstDay, endDate = lastDay } = period
  const fromMonth = firstOfMonth(startDate) === startDate ? startDate : firstOfNextMonth(startDate)
  const beforeMonth = firstOfMonth(addDays(endDate, 1))
  const headEnd = earlier(fromMonth, addDays(endDate, 1))
  const tailStart = later(beforeMonth, headEnd)
  return sql<number>`(select coalesce(sum(n), 0) from (
    select ${count} as n from protocol_monthly
    where ${rows} and month >= ${fromMonth}::date and month < ${beforeMonth}::date
    union all
    select ${count} from protocol_daily where ${rows} and day >= ${startDate}::date and day < ${headEnd}::date
    union all
    select ${count} from protocol_daily where ${rows} and day >= ${tailStart}::date and day <= ${endDate}::date
  ) parts)`
}

const earlier = (one: CivilDate, other: CivilDate) => (one < other ? one : other)
const later = (one: CivilDate, other: CivilDate) => (one < other ? other : one)

import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { addDays, type CivilDate, firstOfMonth, firstWholeMonth } from '@malote/core/shared/civil-date.ts'
import { type RawBuilder, sql } from 'kysely'
import { firstDay, lastDay, type StatusAndDays } from '../../../domain/visibility/protocols-in.ts'
import type { SqlScope } from '../../../domain/visibility/visible-to.ts'
import type { ListFilter } from './list-filter.ts'
import { listed } from './list-filter.ts'

/**
 * Number of protocols in a list, from the totals that the database maintains. Counts only what is few: protocols
 * between two departments in a period, and open ones of one department.
 */
export const totalOf = (scope: SqlScope, filter: ListFilter): RawBuilder<number> =>
  keptTotalOf(scope, filter) ?? sql<number>`(select count(*) from ${listed(scope, filter)} s)`

/** The total as the database keeps it; undefined where no figure has it. */
export function keptTotalOf(scope: SqlScope, filter: ListFilter): RawBuilder<number> | undefined {
  const { status, dueBefore, waitsAt, pendingAt } = filter
  const kinds = [dueBefore, waitsAt, pendingAt].filter((kind) => kind !== undefined)
  if (kinds.length === 0) return allTotalOf(scope, filter)
  if (kinds.length > 1) return undefined
  const isDayless = filter.startDate === undefined && filter.endDate === undefined
  if (pendingAt) {
    if (status !== undefined && status !== protocolStatus.pending) return undefined
    if (pendingAt.end === 'origin' && scope.kind === 'department') {
      const rows = sql`department_id = ${scope.id} and status = ${protocolStatus.pending}`
      return totalOfDays(sql.ref('n_origin'), rows, filter)
    }
    if (!isDayless || scope.kind === 'all') return undefined
    const other = pendingAt.end === 'origin' ? 'destination_department_id' : 'origin_department_id'
    return sql<number>`(select coalesce(sum(n), 0) from protocol_totals
      where ${sql.ref(`${pendingAt.end}_department_id`)} = ${pendingAt.department} and status = ${protocolStatus.pending}
        and ${scope.kind === 'pair' ? sql`${sql.ref(other)} = ${scope.other}` : sql`true`})`
  }
  if (dueBefore === undefined || status !== undefined || !isDayless || scope.kind !== 'all') return undefined
  return sql<number>`(select coalesce(sum(n), 0) from due_everywhere where next_return_date < ${dueBefore}::date)`
}

function allTotalOf(scope: SqlScope, filter: StatusAndDays): RawBuilder<number> | undefined {
  const { status, startDate, endDate } = filter
  const isDated = startDate !== undefined || endDate !== undefined
  if (scope.kind === 'pair') {
    if (isDated) return undefined
    return sql<number>`(select coalesce(sum(n), 0) from protocol_totals where ${hasStatus(status)} and (
      (origin_department_id = ${scope.one} and destination_department_id = ${scope.other})
      or (origin_department_id = ${scope.other} and destination_department_id = ${scope.one})))`
  }
  const { count, rows } = figureOf(scope)
  const counted = sql`${rows} and ${hasStatus(status)}`
  if (isDated) return totalOfDays(count, counted, filter)
  return sql<number>`(select coalesce(sum(${count}), 0) from department_totals where ${counted})`
}

const hasStatus = (status: StatusAndDays['status']) => (status === undefined ? sql`true` : sql`status = ${status}`)

/** Each protocol has one origin, so that the total of all is the sum of `n_origin` over all departments. */
const figureOf = (scope: Exclude<SqlScope, { kind: 'pair' }>) =>
  scope.kind === 'all'
    ? { count: sql.ref('n_origin'), rows: sql`true` }
    : { count: sql.ref('n'), rows: sql`department_id = ${scope.id}` }

/** A long period is the sum of its whole months, plus the days of the incomplete months at its ends. */
function totalOfDays(count: RawBuilder<unknown>, rows: RawBuilder<unknown>, period: StatusAndDays): RawBuilder<number> {
  const { startDate = firstDay, endDate = lastDay } = period
  const fromMonth = firstWholeMonth(startDate)
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

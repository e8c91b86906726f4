import type { DashboardStats, Figures } from '@malote/core/dashboard/dashboard.ts'
import { type ProtocolStatus, protocolStatus, protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import { timeBuckets } from '@malote/core/reports/time-buckets.ts'
import { addDays, type CivilDate, daysBetween, firstOfMonth } from '@malote/core/shared/civil-date.ts'
import { type Period, periodRange } from '@malote/core/shared/period.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, scopeOf } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'

/** Protocols of one status in one stretch of days; stretch 1 is the previous period. */
interface Count {
  stretch: number
  status: ProtocolStatus
  n: number
}

/**
 * Number of protocols created in the period that the viewer sees, by current status; for the chart also by the period's
 * days, weeks or months.
 *
 * @param today the organisation's civil day, the last one of the period
 */
export async function readStats(db: Db, viewer: Viewer, period: Period, today: CivilDate): Promise<DashboardStats> {
  const { from, to } = periodRange(period, today)
  const before = addDays(from, -daysBetween(from, to) - 1)
  const buckets = timeBuckets(period, today)
  const starts = [before, ...buckets.map((bucket) => bucket.from)]
  const scope = scopeOf(viewer)
  const { rows } = await sql<Count>`
    select width_bucket(day, ${starts}::date[]) as stretch, status, sum(n)::int as n
    from ${protocolsByDay(scope, starts, to)} counted
    group by stretch, status`.execute(db)

  const count = (isMeant: (row: Count) => boolean) => rows.filter(isMeant).reduce((sum, { n }) => sum + n, 0)
  return {
    ...figuresOf((status) => count((row) => row.stretch > 1 && isOf(row, status))),
    chartData: {
      labels: buckets.map(({ label }) => label),
      datasets: protocolStatuses.map((status) => ({
        label: status,
        data: buckets.map((_, index) => count((row) => row.stretch === index + 2 && row.status === status)),
      })),
    },
    from,
    to,
    previousPeriod: figuresOf((status) => count((row) => row.stretch === 1 && isOf(row, status))),
  }
}

const isOf = (row: Count, status: ProtocolStatus | undefined) => status === undefined || row.status === status

const figuresOf = (count: (status?: ProtocolStatus) => number): Figures => ({
  totalProtocols: count(),
  pendingProtocols: count(protocolStatus.pending),
  completedProtocols: count(protocolStatus.completed),
  canceledProtocols: count(protocolStatus.cancelled),
})

/**
 * Protocols by day of creation, as a table `(day, status, n)`. A whole month within one stretch is one row, with its
 * first day. The cost grows with the days and the departments, not with the protocols.
 *
 * @param starts first days of the stretches, ascending
 * @param to last day of the last stretch, today: no protocol is created later, so that its month counts as whole
 */
function protocolsByDay(scope: Scope, starts: readonly CivilDate[], to: CivilDate): RawBuilder<unknown> {
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

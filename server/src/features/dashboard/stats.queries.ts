import type { DashboardStats, Figures } from '@malote/core/dashboard/dashboard.ts'
import { type ProtocolStatus, protocolStatus, protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import { timeBuckets } from '@malote/core/reports/time-buckets.ts'
import { addDays, type CivilDate, daysBetween } from '@malote/core/shared/civil-date.ts'
import { type Period, periodRange } from '@malote/core/shared/period.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { scopeOf } from '../../domain/visibility/scope.ts'
import type { Db } from '../../platform/db/connect.ts'
import { protocolsByDay } from './protocols-by-day.ts'

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

import { type ProtocolStatus, protocolStatus, protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import type { Report, ReportFilter } from '@malote/core/reports/report.ts'
import { timeBuckets } from '@malote/core/reports/time-buckets.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { periodRange } from '@malote/core/shared/period.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { scopeOf } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import {
  countByDepartment,
  countProtocols,
  countReturns,
  internalSeconds,
  type ProtocolCounts,
} from './reports.queries.ts'

/**
 * All four reports and the summary, for the protocols that the viewer sees and that were created in the period. core's
 * `reportDefinitions` defines each number.
 *
 * @param timeZone IANA name; today and the period's days are days in this zone
 */
export async function readReport(
  db: Db,
  viewer: Viewer,
  { period, department }: Pick<ReportFilter, 'period' | 'department'>,
  now: Date,
  timeZone: string,
): Promise<Report> {
  const today = civilDateIn(now, timeZone)
  const scope = scopeOf(viewer, department)
  const days = periodRange(period, today)
  // Only a year is long enough to be read by months.
  const byMonth = period === 'year'
  const isWhole = scope.kind === 'all'
  const buckets = timeBuckets(period, today)
  const starts = buckets.map(({ from }) => from)
  const [{ byStatus, byStretch }, internal, departments, returns] = await Promise.all([
    countProtocols(db, scope, days, starts, byMonth),
    isWhole ? internalSeconds(db, days) : 0,
    countByDepartment(db, scope, days, byMonth),
    countReturns(db, scope, days, today),
  ])
  const of = (...statuses: ProtocolStatus[]) =>
    sum(byStatus.filter(({ status }) => statuses.some((one) => one === status)).map(({ n }) => n))

  return {
    statusReport: {
      labels: [...protocolStatuses],
      datasets: [{ label: 'Protocolos', data: protocolStatuses.map((status) => of(status)) }],
    },
    departmentReport: {
      labels: departments.map(({ name }) => name),
      datasets: [
        { label: 'Enviados', data: departments.map(({ sent }) => sent) },
        { label: 'Recebidos', data: departments.map(({ received }) => received) },
      ],
    },
    timeReport: {
      labels: buckets.map(({ label }) => label),
      datasets: [{ label: 'Protocolos', data: byStretch }],
    },
    returnReport: {
      labels: ['No prazo', 'Atrasados', 'Pendentes'],
      datasets: [{ label: 'Itens', data: [returns.onTime, returns.late, returns.outstanding] }],
    },
    summary: {
      totalProtocols: sum(byStatus.map(({ n }) => n)),
      activeProtocols: of(protocolStatus.pending, protocolStatus.inProgress),
      completedProtocols: of(protocolStatus.completed),
      canceledProtocols: of(protocolStatus.cancelled),
      averageCompletionTime: averageDays(byStatus, (seconds) => (isWhole ? (seconds + internal) / 2 : seconds)),
    },
  }
}

const secondsPerDay = 86_400

/** @param onceEach converts the summed seconds to those with each protocol counted once */
function averageDays(counts: ProtocolCounts['byStatus'], onceEach: (seconds: number) => number): number | null {
  const completed = counts.find(({ status }) => status === protocolStatus.completed)
  if (completed === undefined || completed.n === 0) return null
  return Math.round((onceEach(completed.secondsToComplete) / completed.n / secondsPerDay) * 10) / 10
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

import { type ProtocolStatus, protocolStatus, protocolStatuses } from '@malote/core/protocols/protocol-status.ts'
import type { Report, ReportFilter } from '@malote/core/reports/report.ts'
import { timeBuckets } from '@malote/core/reports/time-buckets.ts'
import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import { type Period, periodRange } from '@malote/core/shared/period.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../db/connect.ts'
import { scopeOf } from '../../visibility/scope.ts'
import { countByDay, countByDepartment, countReturns, type DayCount, internalSeconds } from './reports.queries.ts'

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
  const [counts, internal, departments, returns] = await Promise.all([
    countByDay(db, scope, days, byMonth),
    isWhole ? internalSeconds(db, days) : 0,
    countByDepartment(db, scope, days, byMonth),
    countReturns(db, scope, days, today),
  ])
  const of = (...statuses: ProtocolStatus[]) =>
    sum(counts.filter(({ status }) => statuses.some((one) => one === status)).map(({ n }) => n))

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
    timeReport: overTime(counts, period, today),
    returnReport: {
      labels: ['No prazo', 'Atrasados', 'Pendentes'],
      datasets: [{ label: 'Itens', data: [returns.onTime, returns.late, returns.outstanding] }],
    },
    summary: {
      totalProtocols: sum(counts.map(({ n }) => n)),
      activeProtocols: of(protocolStatus.pending, protocolStatus.inProgress),
      completedProtocols: of(protocolStatus.completed),
      canceledProtocols: of(protocolStatus.cancelled),
      averageCompletionTime: averageDays(counts, (seconds) => (isWhole ? (seconds + internal) / 2 : seconds)),
    },
  }
}

function overTime(counts: readonly DayCount[], period: Period, today: CivilDate) {
  const buckets = timeBuckets(period, today)
  const data = buckets.map(({ from, to }) =>
    sum(counts.filter(({ day }) => day >= from && day <= to).map(({ n }) => n)),
  )
  return { labels: buckets.map(({ label }) => label), datasets: [{ label: 'Protocolos', data }] }
}

const secondsPerDay = 86_400

/** @param onceEach converts the summed seconds to those with each protocol counted once */
function averageDays(counts: readonly DayCount[], onceEach: (seconds: number) => number): number | null {
  const completed = counts.filter(({ status }) => status === protocolStatus.completed)
  const n = sum(completed.map((count) => count.n))
  if (n === 0) return null
  const seconds = onceEach(sum(completed.map((count) => count.secondsToComplete)))
  return Math.round((seconds / n / secondsPerDay) * 10) / 10
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

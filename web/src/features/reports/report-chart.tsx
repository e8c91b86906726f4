import { type ReportFilter, type ReportType, reportTypeLabels } from '@malote/core/reports/report.ts'
import { statusChartTones } from '../../domain/protocols/display-looks.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart/chart.tsx'
import { type ChartData, isEmptyChart } from '../../ui/chart/chart-data.ts'
import { ChartSkeleton } from '../../ui/chart/chart-skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { chartKinds, returnTone } from './chart-looks.ts'
import { ReportDetails } from './report-details.tsx'
import classes from './reports-page.module.css'

const headings: Record<ReportType, string> = {
  status: 'Status',
  department: 'Departamento',
  time: 'Período',
  return: 'Situação',
}

interface ReportChartProps {
  filter: ReportFilter
  chart: ChartData | undefined
}

/** The chart of the current report and its numbers in one card; an empty one suggests how to widen the filters. */
export function ReportChart({ filter, chart }: ReportChartProps) {
  const { type } = filter
  const title = reportTypeLabels[type]
  const labels = chart?.labels ?? []
  const tones =
    type === 'return' ? Object.fromEntries(labels.map((label) => [label, returnTone(label)])) : statusChartTones
  const kind = chartKinds[type]
  const isHorizontal = type === 'department'
  const height = isHorizontal ? Math.max(220, labels.length * 34) : kind === 'pie' ? 240 : 280
  const isEmpty = chart && isEmptyChart(chart)
  return (
    <Card title={title}>
      {isEmpty && <EmptyState title="Nenhum dado no período">{wayOut(filter)}</EmptyState>}
      <div className={classes.pair} data-kind={isEmpty ? undefined : kind}>
        {!chart && <ChartSkeleton kind={kind} isHorizontal={isHorizontal} height={height} />}
        {chart && !isEmpty && (
          <Chart
            kind={kind}
            chart={chart}
            title={title}
            labelHeading={headings[type]}
            tones={tones}
            isHorizontal={isHorizontal}
            isTableBeside
            height={height}
          />
        )}
        {chart?.datasets && <ReportDetails type={type} chart={chart} {...(kind === 'pie' && { tones })} />}
      </div>
    </Card>
  )
}

/** Suggests which filter to widen. */
function wayOut({ period, department }: ReportFilter): string {
  const isWidest = period === 'year'
  if (department === undefined) return isWidest ? 'Os protocolos criados aparecem aqui.' : 'Escolha um período maior.'
  return isWidest ? 'Escolha outro departamento.' : 'Escolha um período maior ou outro departamento.'
}

import { type ReportFilter, type ReportType, reportTypeLabels } from '@malote/core/reports/report.ts'
import { Skeleton } from '@mantine/core'
import { statusChartTones } from '../../domain/protocols/display-looks.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart.tsx'
import { type ChartData, isEmptyChart } from '../../ui/chart-data.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { chartKinds, returnTone } from './chart-looks.ts'

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

/** The chart of the current report; an empty one suggests how to widen the filters. */
export function ReportChart({ filter, chart }: ReportChartProps) {
  const { type } = filter
  const title = reportTypeLabels[type]
  const labels = chart?.labels ?? []
  const tones =
    type === 'return' ? Object.fromEntries(labels.map((label) => [label, returnTone(label)])) : statusChartTones
  const isEmpty = chart && isEmptyChart(chart)
  return (
    <Card title={title}>
      {isEmpty && <EmptyState title="Nenhum dado no período">{wayOut(filter)}</EmptyState>}
      {!chart && <Skeleton height={300} />}
      {chart && !isEmpty && (
        <Chart
          kind={chartKinds[type]}
          chart={chart}
          title={title}
          labelHeading={headings[type]}
          tones={tones}
          isHorizontal={type === 'department'}
          height={type === 'department' ? Math.max(220, labels.length * 34) : 300}
        />
      )}
    </Card>
  )
}

/** Suggests which filter to widen. */
function wayOut({ period, department }: ReportFilter): string {
  const isWidest = period === 'year'
  if (department === undefined) return isWidest ? 'Os protocolos criados aparecem aqui.' : 'Escolha um período maior.'
  return isWidest ? 'Escolha outro departamento.' : 'Escolha um período maior ou outro departamento.'
}

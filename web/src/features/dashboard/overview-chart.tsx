import type { Period } from '@malote/core/shared/period.ts'
import { IconChartBar } from '@tabler/icons-react'
import { statusChartTones } from '../../domain/protocols/display-looks.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { type ChartData, isEmptyChart } from '../../ui/chart/chart-data.ts'
import { ChartSkeleton } from '../../ui/chart/chart-skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import classes from './dashboard.module.css'

const labelHeadings: Record<Period, string> = {
  week: 'Dia',
  month: 'Dia',
  quarter: 'Semana a partir de',
  year: 'Mês',
}

/** Protocols by creation date and status. */
export function OverviewChart({ period, chart }: { period: Period; chart: ChartData | undefined }) {
  return (
    <div className={classes.chart}>
      {!chart ? (
        <ChartSkeleton kind="bar" height={276} />
      ) : isEmptyChart(chart) ? (
        <EmptyState title="Nenhum protocolo neste período" icon={IconChartBar}>
          {period === 'year'
            ? 'Os protocolos criados aparecem aqui.'
            : 'Escolha um período maior para ver os protocolos anteriores.'}
        </EmptyState>
      ) : (
        <Chart
          kind="bar"
          chart={chart}
          title="Protocolos criados, por status atual"
          labelHeading={labelHeadings[period]}
          tones={statusChartTones}
          height={240}
        />
      )}
    </div>
  )
}

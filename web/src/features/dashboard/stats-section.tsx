import type { DashboardStats } from '@malote/core/dashboard/dashboard.ts'
import type { Period } from '@malote/core/shared/period.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import classes from './dashboard.module.css'
import { Figures } from './figures.tsx'
import { OverviewChart } from './overview-chart.tsx'

interface StatsSectionProps {
  period: Period
  stats: UseQueryResult<DashboardStats>
}

/** The four figures and the chart, from one request, so that they load and fail together. */
export function StatsSection({ period, stats }: StatsSectionProps) {
  const { isPlaceholderData } = stats
  const content = (data: DashboardStats | undefined) => (
    <div className={classes.stats} data-dimmed={isPlaceholderData} aria-busy={isPlaceholderData || !data}>
      <Figures stats={data} />
      <Card title="Visão Geral de Protocolos">
        <OverviewChart period={period} chart={data && (data.chartData ?? { labels: [], datasets: [] })} />
      </Card>
    </div>
  )
  return (
    <div>
      <QueryStates
        query={stats}
        failed="Erro ao carregar os números do período. Tente novamente."
        isFramed
        loading={content(undefined)}
      >
        {content}
      </QueryStates>
    </div>
  )
}

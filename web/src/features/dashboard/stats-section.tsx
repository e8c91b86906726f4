import type { DashboardStats } from '@malote/core/dashboard/dashboard.ts'
import type { Period } from '@malote/core/shared/period.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import classes from './dashboard.module.css'
import { Figures } from './figures.tsx'
import { OverviewChart } from './overview-chart.tsx'

interface StatsSectionProps {
  period: Period
  stats: UseQueryResult<DashboardStats>
}

const failure = 'Erro ao carregar os números do período. Tente novamente.'

/** The four figures and the chart: one answer, so that they load and fail together. */
export function StatsSection({ period, stats }: StatsSectionProps) {
  const { data, dataUpdatedAt, isError, isPlaceholderData, refetch } = stats
  if (isError && !data) {
    return (
      <Card>
        <ErrorState title={failure} onRetry={refetch} />
      </Card>
    )
  }
  return (
    <div>
      {isError && <StaleNotice error={failure} updatedAt={dataUpdatedAt} onRetry={refetch} />}
      <div className={classes.stats} data-dimmed={isPlaceholderData} aria-busy={isPlaceholderData || !data}>
        <Figures stats={data} />
        <Card title="Visão Geral de Protocolos">
          <OverviewChart period={period} chart={data && (data.chartData ?? { labels: [], datasets: [] })} />
        </Card>
      </div>
    </div>
  )
}

import type { DashboardStats } from '@malote/core/dashboard/dashboard.ts'
import type { Period } from '@malote/core/shared/period.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import classes from './dashboard.module.css'
import { Figures } from './figures.tsx'
import { OverviewChart } from './overview-chart.tsx'

interface StatsSectionProps {
  period: Period
  stats: UseQueryResult<DashboardStats>
  /** Between the figures and the chart, which come last on a phone. */
  children?: ReactNode
}

/** The four figures and the chart, from one request, so that they load and fail together. */
export function StatsSection({ period, stats, children }: StatsSectionProps) {
  const { isPlaceholderData, data, error } = stats
  const part = (content: ReactNode, isLoading: boolean) => (
    <div className={classes.stats} data-dimmed={isPlaceholderData} aria-busy={isPlaceholderData || isLoading}>
      {content}
    </div>
  )
  return (
    <>
      <div>
        <QueryStates
          query={stats}
          failed="Erro ao carregar os números do período. Tente novamente."
          isFramed
          loading={part(<Figures stats={undefined} />, true)}
        >
          {(figures) => part(<Figures stats={figures} />, false)}
        </QueryStates>
      </div>
      {children}
      {(data || !error) &&
        part(
          <Card title="Visão Geral de Protocolos">
            <OverviewChart period={period} chart={data && (data.chartData ?? { labels: [], datasets: [] })} />
          </Card>,
          !data,
        )}
    </>
  )
}

import type { DashboardStats, Figures as FigureValues } from '@malote/core/dashboard/dashboard.ts'
import { type ProtocolStatus, protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { type Period, periodLabels, periods } from '@malote/core/shared/period.ts'
import { Skeleton } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight, IconChartBar } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { statusChartTones } from '../../domain/protocols/display-looks.ts'
import { formatDate, formatNumber } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart/chart.tsx'
import { type ChartData, isEmptyChart } from '../../ui/chart/chart-scale.ts'
import { ChartSkeleton } from '../../ui/chart/chart-skeleton.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './dashboard.module.css'

interface StatsSectionProps {
  period: Period
  stats: UseQueryResult<DashboardStats>
  onPeriod: (period: Period) => void
}

/** The four figures and the chart of a period, from one request, so that they load and fail together. */
export function StatsSection({ period, stats, onPeriod }: StatsSectionProps) {
  const { isPlaceholderData, data, error } = stats
  const part = (content: ReactNode, isLoading: boolean) => (
    <div className={classes.stats} data-dimmed={isPlaceholderData} aria-busy={isPlaceholderData || isLoading}>
      {content}
    </div>
  )
  const { from, to } = data ?? {}
  return (
    <>
      <div>
        <div className="row wrap between gap-8-16 mb-8">
          <p className="soft small">
            {from && to ? `Protocolos criados de ${formatDate(from)} a ${formatDate(to)}` : '\u00a0'}
          </p>
          <Segments
            aria-label="Período"
            className={classes.period}
            data={periods.map((value) => ({ value, label: periodLabels[value] }))}
            value={period}
            onChange={onPeriod}
          />
        </div>
        <QueryStates
          query={stats}
          failed="Erro ao carregar os números do período. Tente novamente."
          isFramed
          loading={part(<Figures stats={undefined} />, true)}
        >
          {(figures) => part(<Figures stats={figures} />, false)}
        </QueryStates>
      </div>
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

const labelHeadings: Record<Period, string> = {
  week: 'Dia',
  month: 'Dia',
  quarter: 'Semana a partir de',
  year: 'Mês',
}

/** Protocols by creation date and status. */
function OverviewChart({ period, chart }: { period: Period; chart: ChartData | undefined }) {
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

interface FigureKind {
  field: keyof FigureValues
  label: string
  status?: ProtocolStatus
}

const figures: readonly FigureKind[] = [
  { field: 'totalProtocols', label: 'Total de Protocolos' },
  { field: 'pendingProtocols', label: 'Pendentes', status: protocolStatus.pending },
  { field: 'completedProtocols', label: 'Concluídos', status: protocolStatus.completed },
  { field: 'canceledProtocols', label: 'Cancelados', status: protocolStatus.cancelled },
]

/** Four numbers in a row, each a link to the protocols that it counts. */
function Figures({ stats }: { stats: DashboardStats | undefined }) {
  return (
    <ul className={classes.row}>
      {figures.map((kind) => (
        <li key={kind.field} className={classes.cell}>
          {stats ? <Figure kind={kind} stats={stats} /> : <FigureSkeleton label={kind.label} />}
        </li>
      ))}
    </ul>
  )
}

function Figure({ kind: { field, label, status }, stats }: { kind: FigureKind; stats: DashboardStats }) {
  const value = stats[field]
  const before = stats.previousPeriod?.[field]
  return (
    <Link
      className={classes.figure}
      to="/protocolos"
      search={{ status, startDate: stats.from ?? undefined, endDate: stats.to ?? undefined }}
    >
      <span className={classes.label} data-status={status}>
        {label}
      </span>
      <span className={classes.value}>{typeof value === 'number' ? formatNumber(value) : '—'}</span>
      {typeof value === 'number' && typeof before === 'number' && (
        <Change difference={value - before} before={before} />
      )}
    </Link>
  )
}

function Change({ difference, before }: { difference: number; before: number }) {
  const Icon = difference > 0 ? IconArrowUpRight : difference < 0 ? IconArrowDownRight : IconArrowRight
  return (
    <span className={classes.change} title={`No período anterior: ${formatNumber(before)}`}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {changeWords(difference)}
    </span>
  )
}

const FigureSkeleton = ({ label }: { label: string }) => (
  <div className={classes.figure}>
    <span className={classes.label}>{label}</span>
    <Skeleton height={28} width={64} my={4} />
    <Skeleton height={12} width="70%" mt={4} />
  </div>
)

/** Describes the difference from the preceding period of the same length. */
export function changeWords(difference: number): string {
  if (difference === 0) return 'igual ao período anterior'
  return `${formatNumber(Math.abs(difference))} a ${difference > 0 ? 'mais' : 'menos'} que no período anterior`
}

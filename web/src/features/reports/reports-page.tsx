import {
  type ExportFormat,
  type Report,
  type ReportFilter,
  type ReportType,
  reportTypeLabels,
  reportTypes,
} from '@malote/core/reports/report.ts'
import { chartOf, reportDefinitions } from '@malote/core/reports/report-table.ts'
import { periodLabels, periodRange, periods } from '@malote/core/shared/period.ts'
import { Loader, Select, Skeleton } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { DepartmentFilter } from '../../domain/catalogs/department-filter.tsx'
import { useToday } from '../../domain/organisation/config.ts'
import { statusChartTones } from '../../domain/protocols/display-looks.ts'
import { type ReportSearch, reportFilterOf } from '../../domain/screens/searches.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/files.ts'
import { counted, formatDate, formatNumber } from '../../lib/format.ts'
import { telling } from '../../lib/telling.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chart } from '../../ui/chart/chart.tsx'
import { type ChartData, isEmptyChart } from '../../ui/chart/chart-scale.ts'
import { ChartSkeleton } from '../../ui/chart/chart-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { RowsExport } from '../../ui/table/rows-export.tsx'
import { notifySuccess } from '../../ui/toasts.ts'
import { chartKinds, returnTone } from './chart-looks.ts'
import { Definition, ReportDetails } from './report-details.tsx'
import { reportQuery } from './reports.api.ts'
import classes from './reports.module.css'

interface ReportsPageProps {
  search: ReportSearch
  /** Merges a change into the search params. */
  onSearch: (change: ReportSearch) => void
}

export default function ReportsPage({ search, onSearch }: ReportsPageProps) {
  const filter = reportFilterOf(search)
  const report = useQuery(reportQuery(filter))
  const { error, isPlaceholderData } = report
  const days = periodRange(filter.period, useToday())
  const content = (data: Report | undefined) => {
    const chart = data && chartOf(data, filter.type)
    return (
      <div className={classes.report} data-dimmed={isPlaceholderData} aria-busy={isPlaceholderData || !data}>
        <ReportFigures summary={data && (data.summary ?? {})} />
        <ReportChart filter={filter} chart={chart} />
      </div>
    )
  }

  return (
    <>
      <PageHeader
        title="Relatórios"
        context={`Protocolos criados de ${formatDate(days.from)} a ${formatDate(days.to)}`}
      >
        <RowsExport label="Protocolos (CSV)" path="/api/reports/export" query={{ ...filter, format: 'csv' }} />
        <ExportButtons filter={filter} />
      </PageHeader>
      <ReportFilters filter={filter} onChange={onSearch} />
      <QueryStates
        query={report}
        failed={errorMessage(error, 'Erro ao carregar dados do relatório. Tente novamente.')}
        isFramed
        loading={content(undefined)}
      >
        {content}
      </QueryStates>
    </>
  )
}

/** The four cards, each with a definition of its number. */
function ReportFigures({ summary }: { summary: Partial<Report['summary']> | undefined }) {
  const figures = [
    { name: 'Total de Protocolos', value: inNumbers(summary?.totalProtocols), means: reportDefinitions.total },
    { name: 'Protocolos Ativos', value: inNumbers(summary?.activeProtocols), means: reportDefinitions.active },
    { name: 'Concluídos', value: inNumbers(summary?.completedProtocols), means: reportDefinitions.completed },
    {
      name: 'Tempo Médio de Conclusão',
      value: inDays(summary?.averageCompletionTime),
      means: reportDefinitions.averageCompletionTime,
    },
  ]
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, means }) => (
        <div key={name} className={classes.figure}>
          <dt className={classes.name}>
            {name} <Definition of={name}>{means}</Definition>
          </dt>
          <dd className={classes.value}>{summary ? value : <Skeleton height={28} width={72} />}</dd>
        </div>
      ))}
    </dl>
  )
}

const inNumbers = (value: number | null | undefined) => formatNumber(value ?? 0)

const inDays = (days: number | null | undefined) => (days == null ? '–' : counted(days, 'dia', 'dias'))

const periodOptions = periods.map((value) => ({ value, label: periodLabels[value] }))
const typeOptions = reportTypes.map((value) => ({ value, label: reportTypeLabels[value] }))

interface ReportFiltersProps {
  filter: ReportFilter
  onChange: (change: ReportSearch) => void
}

function ReportFilters({ filter, onChange }: ReportFiltersProps) {
  return (
    <search className={classes.filters}>
      <Select
        label="Período"
        data={periodOptions}
        value={filter.period}
        allowDeselect={false}
        onChange={(period) => onChange({ period: period ?? undefined })}
      />
      <DepartmentFilter value={filter.department} onChange={(department) => onChange({ department })} />
      <Select
        label="Tipo de Relatório"
        data={typeOptions}
        value={filter.type}
        allowDeselect={false}
        onChange={(type) => onChange({ type: type ?? undefined })}
      />
    </search>
  )
}

const words: Record<Exclude<ExportFormat, 'csv'>, string> = {
  pdf: 'Exportando relatório para PDF...',
  xlsx: 'Exportando relatório para Excel...',
}

const exportReport = (filter: ReportFilter) =>
  telling(
    {
      mutationFn: (format: 'pdf' | 'xlsx') => saveFile('/api/reports/export', { query: { ...filter, format } }),
      onMutate: (format) => notifySuccess(words[format]),
    },
    { failure: 'Erro ao exportar relatório. Tente novamente.' },
  )

const buttons = [
  { format: 'pdf', label: 'PDF', icon: IconFileTypePdf },
  { format: 'xlsx', label: 'Excel', icon: IconFileSpreadsheet },
] as const

/**
 * PDF and Excel exports, which the server creates with the current filters (contract 2.11.5). The buttons stay focusable
 * and as wide as they are while busy: on a phone a wider one would move the page.
 */
function ExportButtons({ filter }: { filter: ReportFilter }) {
  const { mutate, isPending, variables } = useMutation(exportReport(filter))
  return buttons.map(({ format, label, icon: Icon }) => (
    <BusyButton
      key={format}
      variant="default"
      leftSection={
        isPending && variables === format ? <Loader size={16} aria-hidden /> : <Icon size={16} aria-hidden />
      }
      isBusy={isPending}
      onClick={() => mutate(format)}
    >
      {label}
    </BusyButton>
  ))
}

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
function ReportChart({ filter, chart }: ReportChartProps) {
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

import type { Report } from '@malote/core/reports/report.ts'
import { chartOf } from '@malote/core/reports/report-table.ts'
import { periodRange } from '@malote/core/shared/period.ts'
import { useQuery } from '@tanstack/react-query'
import { useToday } from '../../domain/organisation/use-today.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryStates } from '../../ui/query-states.tsx'
import { RowsExport } from '../../ui/table/rows-export.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportFigures } from './report-figures.tsx'
import { ReportFilters } from './report-filters.tsx'
import { type ReportSearch, reportFilterOf } from './report-search.ts'
import { reportQuery } from './reports.api.ts'
import classes from './reports-page.module.css'

interface ReportsPageProps {
  search: ReportSearch
  /** Merges a change into the search params. */
  onSearch: (change: ReportSearch) => void
}

export function ReportsPage({ search, onSearch }: ReportsPageProps) {
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

import { chartOf } from '@malote/core/reports/report-table.ts'
import { periodRange } from '@malote/core/shared/period.ts'
import { useQuery } from '@tanstack/react-query'
import { useToday } from '../../domain/organisation/use-today.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowsExport } from '../../ui/rows-export.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { ExportButtons } from './export-buttons.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportDetails } from './report-details.tsx'
import { ReportFigures } from './report-figures.tsx'
import { ReportFilters } from './report-filters.tsx'
import { filterOf, type ReportSearch } from './report-search.ts'
import { reportQuery } from './reports.api.ts'
import classes from './reports-page.module.css'

interface ReportsPageProps {
  search: ReportSearch
  /** What changes in the address; the rest of it stays as it is by then. */
  onSearch: (change: ReportSearch) => void
}

export function ReportsPage({ search, onSearch }: ReportsPageProps) {
  const filter = filterOf(search)
  const { data, dataUpdatedAt, error, isPlaceholderData, refetch } = useQuery(reportQuery(filter))
  const failure = error && errorMessage(error, 'Erro ao carregar dados do relatório. Tente novamente.')
  const days = periodRange(filter.period, useToday())
  const chart = data && chartOf(data, filter.type)

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
      {failure && data && <StaleNotice error={failure} updatedAt={dataUpdatedAt} onRetry={refetch} />}
      {failure && !data ? (
        <Card>
          <ErrorState title={failure} onRetry={refetch} />
        </Card>
      ) : (
        <div className={classes.report} data-dimmed={isPlaceholderData} aria-busy={isPlaceholderData || !data}>
          <ReportFigures summary={data && (data.summary ?? {})} />
          <ReportChart filter={filter} chart={chart} />
          {chart?.datasets && <ReportDetails type={filter.type} chart={chart} />}
        </div>
      )}
    </>
  )
}

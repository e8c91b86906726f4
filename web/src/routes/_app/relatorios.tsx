import { createFileRoute } from '@tanstack/react-router'
import { reportFilterOf, reportSearch } from '../../features/reports/report-search.ts'
import { reportQuery } from '../../features/reports/reports.api.ts'
import { ReportsPage } from '../../features/reports/reports-page.tsx'

export const Route = createFileRoute('/_app/relatorios')({
  validateSearch: reportSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page renders with skeletons until the data arrives.
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(reportQuery(reportFilterOf(deps)))
  },
  component: ReportsRoute,
})

function ReportsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ReportsPage
      search={search}
      onSearch={(change) => navigate({ search: (current) => reportSearch({ ...current, ...change }) })}
    />
  )
}

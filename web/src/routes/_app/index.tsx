import { returnFilter } from '@malote/core/returns/return-row.ts'
import { createFileRoute } from '@tanstack/react-router'
import { returnsQuery } from '../../domain/returns/returns.api.ts'
import {
  activitiesQuery,
  lateElsewhere,
  mine,
  pendingProtocolsQuery,
  statsQuery,
  todayQuery,
  upcomingReturnsQuery,
} from '../../features/dashboard/dashboard.api.ts'
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'
import { dashboardSearch, periodOf } from '../../features/dashboard/dashboard-search.ts'

export const Route = createFileRoute('/_app/')({
  validateSearch: dashboardSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: each part of the page shows its own skeleton.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(todayQuery)
    for (const filters of [mine, lateElsewhere])
      void queryClient.prefetchQuery(returnsQuery(returnFilter.parse(filters)))
    void queryClient.prefetchQuery(statsQuery(periodOf(deps)))
    void queryClient.prefetchQuery(activitiesQuery)
    void queryClient.prefetchQuery(pendingProtocolsQuery)
    void queryClient.prefetchQuery(upcomingReturnsQuery)
  },
  component: DashboardRoute,
})

function DashboardRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <DashboardPage
      search={search}
      onSearch={(next) => navigate({ search: dashboardSearch({ ...next }), resetScroll: false })}
    />
  )
}

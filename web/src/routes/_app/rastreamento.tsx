import { createFileRoute } from '@tanstack/react-router'
import { TrackingPage } from '../../features/tracking/tracking-page.tsx'
import { trackingSearch } from '../../features/tracking/tracking-search.ts'

export const Route = createFileRoute('/_app/rastreamento')({
  validateSearch: trackingSearch,
  loaderDeps: ({ search }) => search,
  // Not awaited: the page keeps the current results until the next ones arrive.
  loader: ({ context, deps }) => {
    if (!deps.search) return
    // Not part of the first visit, which has the loaders of all routes.
    import('../../features/tracking/tracking.api.ts').then(
      ({ trackingQuery }) => context.queryClient.prefetchQuery(trackingQuery(deps)),
      () => undefined, // the page says that a part of it is missing
    )
  },
  component: TrackingRoute,
})

function TrackingRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <TrackingPage
      search={search}
      onSearch={(change, options) =>
        navigate({ search: (current) => trackingSearch({ ...current, ...change }), resetScroll: false, ...options })
      }
    />
  )
}

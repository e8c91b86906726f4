import { createFileRoute } from '@tanstack/react-router'
import { occurrenceFilterOf, occurrenceSearch } from '../../features/occurrences/occurrence-search.ts'
import { OccurrencesPage } from '../../features/occurrences/occurrences-page.tsx'
import { occurrencesQuery } from '../../features/occurrences/public/occurrences.api.ts'

export const Route = createFileRoute('/_app/ocorrencias')({
  validateSearch: occurrenceSearch,
  loaderDeps: ({ search }) => occurrenceFilterOf(search),
  // Not awaited: the page keeps the current rows until the next ones arrive.
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(occurrencesQuery(deps))
  },
  component: OccurrencesRoute,
})

function OccurrencesRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <OccurrencesPage
      search={search}
      onSearch={(change, options) =>
        navigate({ search: (current) => occurrenceSearch({ ...current, ...change }), ...options })
      }
    />
  )
}

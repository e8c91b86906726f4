import { createFileRoute } from '@tanstack/react-router'
import { occurrenceSearch } from '../../features/occurrences/occurrence-search.ts'
import { OccurrencesPage } from '../../features/occurrences/occurrences-page.tsx'

export const Route = createFileRoute('/_app/ocorrencias')({
  validateSearch: occurrenceSearch,
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

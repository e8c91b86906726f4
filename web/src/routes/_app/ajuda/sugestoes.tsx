import { createFileRoute } from '@tanstack/react-router'
import { suggestionSearch } from '../../../features/help/suggestion-search.ts'
import { SuggestionsPage } from '../../../features/help/suggestions-page.tsx'

export const Route = createFileRoute('/_app/ajuda/sugestoes')({
  validateSearch: suggestionSearch,
  component: SuggestionsRoute,
})

function SuggestionsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SuggestionsPage
      search={search}
      onSearch={(change, options) =>
        navigate({ search: (current) => suggestionSearch({ ...current, ...change }), ...options })
      }
    />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { HelpPage } from '../../../features/help/help-page.tsx'
import { helpSearch } from '../../../features/help/help-search.ts'

export const Route = createFileRoute('/_app/ajuda/')({ validateSearch: helpSearch, component: HelpRoute })

function HelpRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  // Replaces the history entry, so that Back does not step through every key and opened section.
  return (
    <HelpPage
      search={search}
      onSearch={(change) => navigate({ search: (current) => helpSearch({ ...current, ...change }), replace: true })}
    />
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { HelpPage } from '../../../features/help/help-page.tsx'
import { helpSearch } from '../../../features/help/help-search.ts'

export const Route = createFileRoute('/_app/ajuda/')({ validateSearch: helpSearch, component: HelpRoute })

function HelpRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  // Typing and opening are no steps that Back should take one by one.
  return (
    <HelpPage
      search={search}
      onSearch={(change) => navigate({ search: (current) => helpSearch({ ...current, ...change }), replace: true })}
    />
  )
}

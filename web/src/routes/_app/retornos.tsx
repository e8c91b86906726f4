import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import { filterOf, type ReturnSearch, returnSearch } from '../../features/returns/return-search.ts'
import { returnsQuery } from '../../features/returns/returns.api.ts'
import { ReturnsPage } from '../../features/returns/returns-page.tsx'

export const Route = createFileRoute('/_app/retornos')({
  validateSearch: returnSearch,
  loaderDeps: ({ search }) => filterOf(search),
  // Not awaited: the page shows the rows it has until the next ones are here.
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(returnsQuery(deps))
  },
  component: ReturnsRoute,
})

function ReturnsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (next: ReturnSearch, { replace = false } = {}) => void navigate({ search: returnSearch({ ...next }), replace }),
    [navigate],
  )
  return <ReturnsPage search={search} onSearch={onSearch} />
}

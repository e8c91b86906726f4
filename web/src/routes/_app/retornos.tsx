import { createFileRoute } from '@tanstack/react-router'
import { rememberedReturns, returnFilterOf, returnSearch } from '../../features/returns/return-search.ts'
import { returnsQuery } from '../../features/returns/returns.api.ts'
import { ReturnsPage } from '../../features/returns/returns-page.tsx'

export const Route = createFileRoute('/_app/retornos')({
  validateSearch: returnSearch,
  beforeLoad: rememberedReturns.open,
  loaderDeps: ({ search }) => returnFilterOf(search),
  // Not awaited: the page keeps the current rows until the next ones arrive.
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(returnsQuery(deps))
  },
  component: ReturnsRoute,
})

function ReturnsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ReturnsPage
      search={search}
      onSearch={(change, options) =>
        navigate({ search: (current) => returnSearch({ ...current, ...change }), ...options })
      }
      onChoose={rememberedReturns.keep}
    />
  )
}

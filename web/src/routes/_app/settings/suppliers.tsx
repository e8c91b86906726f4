import { createFileRoute } from '@tanstack/react-router'
import { supplierFilterOf, supplierListSearch } from '../../../features/suppliers/supplier-list-search.ts'
import { SuppliersPage } from '../../../features/suppliers/suppliers-page.tsx'

export const Route = createFileRoute('/_app/settings/suppliers')({
  validateSearch: supplierListSearch,
  loaderDeps: ({ search }) => supplierFilterOf(search),
  // Not awaited: the page keeps the current rows until the next ones arrive. Loaded with the page, which is a rare one.
  loader: ({ context, deps }) => {
    import('../../../domain/catalogs/suppliers.api.ts').then(
      ({ suppliersQuery }) => context.queryClient.prefetchQuery(suppliersQuery(deps)),
      () => undefined, // the page says that a part of it is missing
    )
  },
  component: SuppliersRoute,
})

function SuppliersRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SuppliersPage
      search={search}
      onSearch={(change, { replace = false, keepsPlace = false } = {}) =>
        navigate({
          search: (current) => supplierListSearch({ ...current, ...change }),
          replace,
          resetScroll: !keepsPlace,
        })
      }
    />
  )
}

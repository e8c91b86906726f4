import { createFileRoute } from '@tanstack/react-router'
import { useCallback } from 'react'
import {
  filterOf,
  type SupplierListSearch,
  supplierListSearch,
} from '../../../features/suppliers/supplier-list-search.ts'
import { suppliersQuery } from '../../../features/suppliers/suppliers.api.ts'
import { SuppliersPage } from '../../../features/suppliers/suppliers-page.tsx'

export const Route = createFileRoute('/_app/settings/suppliers')({
  validateSearch: supplierListSearch,
  loaderDeps: ({ search }) => filterOf(search),
  // Not awaited: the page shows the rows it has until the next ones are here.
  loader: ({ context, deps }) => {
    void context.queryClient.prefetchQuery(suppliersQuery(deps))
  },
  component: SuppliersRoute,
})

function SuppliersRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const onSearch = useCallback(
    (next: SupplierListSearch, { replace = false, keepsPlace = false } = {}) =>
      void navigate({ search: supplierListSearch({ ...next }), replace, resetScroll: !keepsPlace }),
    [navigate],
  )
  return <SuppliersPage search={search} onSearch={onSearch} />
}

import { createFileRoute } from '@tanstack/react-router'
import { asSettings } from '../../../domain/catalogs/as-settings.ts'
import { dialogSearch } from '../../../domain/catalogs/catalog-search.ts'
import { categoriesQuery } from '../../../domain/catalogs/categories.api.ts'
import { CategoriesPage } from '../../../features/categories/categories-page.tsx'

export const Route = createFileRoute('/_app/settings/categories')({
  validateSearch: dialogSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery({ ...categoriesQuery, ...asSettings })
  },
  component: CategoriesRoute,
})

function CategoriesRoute() {
  const dialog = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <CategoriesPage
      dialog={dialog}
      onDialog={(next, options) => navigate({ search: dialogSearch({ ...next }), resetScroll: false, ...options })}
    />
  )
}

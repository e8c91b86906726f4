import { createFileRoute } from '@tanstack/react-router'
import { categoriesQuery } from '../../../features/categories/categories.api.ts'
import { CategoriesPage } from '../../../features/categories/categories-page.tsx'
import { asSettings } from '../../../features/settings/as-settings.ts'
import { dialogSearch } from '../../../features/settings/register-search.ts'

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

import { createFileRoute } from '@tanstack/react-router'
import { asSettings } from '../../../domain/catalogs/as-settings.ts'
import { dialogSearch } from '../../../domain/catalogs/catalog-search.ts'
import { itemTypesQuery } from '../../../domain/catalogs/item-types.api.ts'
import { ItemTypesPage } from '../../../features/item-types/item-types-page.tsx'

export const Route = createFileRoute('/_app/settings/item-types')({
  validateSearch: dialogSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery({ ...itemTypesQuery, ...asSettings })
  },
  component: ItemTypesRoute,
})

function ItemTypesRoute() {
  const dialog = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ItemTypesPage
      dialog={dialog}
      onDialog={(next, options) => navigate({ search: dialogSearch({ ...next }), resetScroll: false, ...options })}
    />
  )
}

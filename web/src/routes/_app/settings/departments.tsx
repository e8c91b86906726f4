import { createFileRoute } from '@tanstack/react-router'
import { asSettings } from '../../../domain/catalogs/as-settings.ts'
import { dialogSearch } from '../../../domain/catalogs/catalog-search.ts'
import { departmentsQuery } from '../../../domain/catalogs/departments.api.ts'
import { DepartmentsPage } from '../../../features/departments/departments-page.tsx'

export const Route = createFileRoute('/_app/settings/departments')({
  validateSearch: dialogSearch,
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery({ ...departmentsQuery, ...asSettings })
  },
  component: DepartmentsRoute,
})

function DepartmentsRoute() {
  const dialog = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <DepartmentsPage
      dialog={dialog}
      onDialog={(next, options) => navigate({ search: dialogSearch({ ...next }), resetScroll: false, ...options })}
    />
  )
}

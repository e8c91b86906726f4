import { createFileRoute } from '@tanstack/react-router'
import { asSettings } from '../../../domain/registers/as-settings.ts'
import { dialogSearch } from '../../../domain/registers/register-search.ts'
import { DepartmentsPage } from '../../../features/departments/departments-page.tsx'
import { departmentsQuery } from '../../../features/departments/public/departments.api.ts'

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

import { createFileRoute } from '@tanstack/react-router'
import { departmentsQuery } from '../../../features/departments/departments.api.ts'
import { DepartmentsPage } from '../../../features/departments/departments-page.tsx'
import { asSettings } from '../../../features/settings/as-settings.ts'
import { dialogSearch } from '../../../features/settings/register-search.ts'

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

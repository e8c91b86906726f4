import { createFileRoute } from '@tanstack/react-router'
import { userSearch } from '../../../features/users/user-search.ts'
import { UsersPage } from '../../../features/users/users-page.tsx'

export const Route = createFileRoute('/_app/settings/users')({
  validateSearch: userSearch,
  component: UsersRoute,
})

function UsersRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <UsersPage
      search={search}
      onSearch={(change, { replace = false, keepsPlace = false } = {}) =>
        navigate({ search: (current) => userSearch({ ...current, ...change }), replace, resetScroll: !keepsPlace })
      }
    />
  )
}

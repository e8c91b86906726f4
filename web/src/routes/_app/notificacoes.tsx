import { createFileRoute } from '@tanstack/react-router'
import { notificationSearch } from '../../features/notifications/notifications.api.ts'
import { NotificationsPage } from '../../features/notifications/notifications-page.tsx'

export const Route = createFileRoute('/_app/notificacoes')({
  validateSearch: notificationSearch,
  component: NotificationsRoute,
})

function NotificationsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <NotificationsPage
      search={search}
      onSearch={(change, options) =>
        navigate({ search: (current) => notificationSearch({ ...current, ...change }), ...options })
      }
    />
  )
}

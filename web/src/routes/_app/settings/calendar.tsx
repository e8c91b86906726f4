import { createFileRoute } from '@tanstack/react-router'
import { CalendarPage } from '../../../features/calendar/calendar-page.tsx'
import { calendarSearch } from '../../../features/calendar/calendar-search.ts'

export const Route = createFileRoute('/_app/settings/calendar')({
  validateSearch: calendarSearch,
  component: CalendarRoute,
})

function CalendarRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <CalendarPage
      dialog={search}
      onDialog={(next, options) =>
        navigate({ search: calendarSearch({ year: search.year, ...next }), resetScroll: false, ...options })
      }
    />
  )
}

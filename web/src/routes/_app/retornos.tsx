import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { Skeleton } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { returnsQuery } from '../../domain/returns/returns.api.ts'
import { monthOf } from '../../features/returns/calendar/month.ts'
import type { RequestSearch } from '../../features/returns/requests/request-search.ts'
import { isOfRequests, requestsView } from '../../features/returns/requests/requests-view.ts'
import {
  type ReturnSearch,
  rememberedReturns,
  returnFilterOf,
  returnSearch,
} from '../../features/returns/return-search.ts'
import { ReturnsPage } from '../../features/returns/returns-page.tsx'
import { fromRequests, toCalendar, toList } from '../../features/returns/switch-view.ts'
import type { ReturnsView } from '../../features/returns/view-switch.tsx'
import { timeZone } from '../../lib/format.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

/** The shape of the calendar while its code is loaded. */
const opening = (
  <>
    <PageHeader title="Retorno de Itens" count={undefined} />
    <Skeleton height={560} aria-busy />
  </>
)
const CalendarPage = lazyPart(() => import('../../features/returns/calendar/calendar-page.tsx'), opening)
const RequestsPage = lazyPart(() => import('../../features/returns/requests/requests-page.tsx'), opening)

type Search = ReturnSearch | RequestSearch

/** The view decides what the other params mean. */
const screenSearch = (address: Record<string, unknown>): Search =>
  isOfRequests(address) ? address : returnSearch(address)

export const Route = createFileRoute('/_app/retornos')({
  validateSearch: screenSearch,
  beforeLoad: rememberedReturns.open,
  loaderDeps: ({ search }) =>
    isOfRequests(search)
      ? {}
      : {
          month: search.view && (search.month ?? monthOf(civilDateIn(new Date(), timeZone()))),
          filter: returnFilterOf(search),
        },
  // Not awaited: the page keeps the current rows until the next ones arrive. Links to other months load them early.
  loader: ({ context: { queryClient }, deps: { month, filter } }) => {
    if (month) return loadMonth(queryClient, month)
    if (filter) void queryClient.prefetchQuery(returnsQuery(filter))
  },
  component: ReturnsRoute,
})

/** The code of the calendar is not part of the first visit, which has the loaders of all routes. */
function loadMonth(queryClient: QueryClient, month: string) {
  import('../../features/returns/calendar/prefetch-month.ts').then(
    ({ prefetchMonth }) => prefetchMonth(queryClient, month),
    () => undefined, // the page says that a part of it is missing
  )
}

function ReturnsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const left = useLocation({ select: ({ state }) => state.returns })
  const go = (next: (current: Search) => Search, options?: { replace: boolean }) =>
    void navigate({ search: (current) => next(current), state: true, ...options })
  if (isOfRequests(search)) {
    return (
      <RequestsPage
        search={search}
        onSearch={(next, options) => go(() => ({ ...next, view: requestsView }), options)}
        onSwitchView={(view) => view !== 'requests' && go(() => returnSearch(fromRequests(view, left)))}
      />
    )
  }
  const onSearch = (change: ReturnSearch, options?: { replace: boolean }) =>
    go((current) => returnSearch({ ...current, ...change }), options)
  const onSwitchView = (view: ReturnsView) => {
    if (view === 'requests') return void navigate({ search: { view: requestsView }, state: { returns: search } })
    onSearch(view === 'calendar' ? toCalendar(search) : toList)
  }
  if (search.view === undefined) {
    return (
      <ReturnsPage search={search} onSearch={onSearch} onSwitchView={onSwitchView} onChoose={rememberedReturns.keep} />
    )
  }
  return <CalendarPage search={search} onSwitchView={onSwitchView} />
}

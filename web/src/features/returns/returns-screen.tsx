import { Skeleton } from '@mantine/core'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import {
  isOfRequests,
  type RequestSearch,
  type ReturnSearch,
  rememberedReturns,
  requestsView,
  returnSearch,
} from './return-search.ts'
import { ReturnsPage } from './returns-page.tsx'
import { fromRequests, type ReturnsView, toCalendar, toList } from './view-switch.tsx'

/** The shape of the calendar while its code is loaded. */
const opening = (
  <>
    <PageHeader title="Retorno de Itens" count={undefined} />
    <Skeleton height={560} aria-busy />
  </>
)
const CalendarPage = lazyPart(() => import('./calendar/calendar-page.tsx'), opening)
const RequestsPage = lazyPart(() => import('./requests/requests-page.tsx'), opening)

type Search = ReturnSearch | RequestSearch

/** The returns as a list or as a calendar, or the requests for more time. */
export default function ReturnsScreen() {
  const search: Search = useSearch({ from: '/_app/retornos' })
  const navigate = useNavigate({ from: '/retornos' })
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
  const onChoose = (change: ReturnSearch) =>
    go((current) => rememberedReturns.keep(returnSearch({ ...current, ...change })))
  const onSwitchView = (view: ReturnsView) => {
    if (view === 'requests') return void navigate({ search: { view: requestsView }, state: { returns: search } })
    onSearch(view === 'calendar' ? toCalendar(search) : toList)
  }
  if (search.view === undefined) {
    return <ReturnsPage search={search} onSearch={onSearch} onSwitchView={onSwitchView} onChoose={onChoose} />
  }
  return <CalendarPage search={search} onSwitchView={onSwitchView} />
}

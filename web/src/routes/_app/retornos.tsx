import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { Skeleton } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { monthOf } from '../../features/returns/calendar/month.ts'
import { rememberedReturns, returnFilterOf, returnSearch } from '../../features/returns/return-search.ts'
import { returnsQuery } from '../../features/returns/returns.api.ts'
import { ReturnsPage } from '../../features/returns/returns-page.tsx'
import { toList } from '../../features/returns/switch-view.ts'
import { timeZone } from '../../lib/format.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

const CalendarPage = lazyPart(() => import('../../features/returns/calendar/calendar-page.tsx'))

export const Route = createFileRoute('/_app/retornos')({
  validateSearch: returnSearch,
  beforeLoad: rememberedReturns.open,
  loaderDeps: ({ search }) => ({
    month: search.view && (search.month ?? monthOf(civilDateIn(new Date(), timeZone()))),
    filter: returnFilterOf(search),
  }),
  // Not awaited: the page keeps the current rows until the next ones arrive. Links to other months load them early.
  loader: ({ context: { queryClient }, deps: { month, filter } }) => {
    if (month) return loadMonth(queryClient, month)
    void queryClient.prefetchQuery(returnsQuery(filter))
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
  const onSearch = (change: typeof search, options?: { replace: boolean }) =>
    void navigate({ search: (current) => returnSearch({ ...current, ...change }), ...options })
  if (search.view === undefined) {
    return <ReturnsPage search={search} onSearch={onSearch} onChoose={rememberedReturns.keep} />
  }
  return (
    <Suspense fallback={<Opening />}>
      <CalendarPage search={search} onSwitchView={() => onSearch(toList)} />
    </Suspense>
  )
}

/** The shape of the calendar while its code is loaded. */
const Opening = () => (
  <>
    <PageHeader title="Retorno de Itens" count={undefined} />
    <Skeleton height={560} aria-busy />
  </>
)

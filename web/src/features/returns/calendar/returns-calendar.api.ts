import { type CalendarPeriod, calendarDaysWire } from '@malote/core/returns/returns-calendar.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { holidaysOfPeriodQuery } from '../../../domain/calendar/calendar.api.ts'
import { api } from '../../../lib/api.ts'
import { staleTime } from '../../../lib/query-client.ts'
import { type Month, periodOf } from './month.ts'

/** How many items are due on each day of a period. Under the key of the returns, so that it is refreshed with them. */
export const returnsCalendarQuery = (period: CalendarPeriod) =>
  queryOptions({
    queryKey: ['returns', 'calendar', period],
    queryFn: async ({ signal }) =>
      readWire(calendarDaysWire, await api.get('/api/returns/calendar', { query: period, signal })),
    staleTime: staleTime.lists,
  })

/** Loads a month of the calendar before it is shown. */
export function prefetchMonth(queryClient: QueryClient, month: Month) {
  const period = periodOf(month)
  void queryClient.prefetchQuery(returnsCalendarQuery(period))
  void queryClient.prefetchQuery(holidaysOfPeriodQuery(period))
}

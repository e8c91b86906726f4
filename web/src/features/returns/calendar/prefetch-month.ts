import type { QueryClient } from '@tanstack/react-query'
import { holidaysOfPeriodQuery } from '../../../domain/calendar/calendar.api.ts'
import type { Month } from './month.ts'
import { periodOf } from './month.ts'
import { returnsCalendarQuery } from './returns-calendar.api.ts'

/** Loads a month of the calendar before it is shown. */
export function prefetchMonth(queryClient: QueryClient, month: Month) {
  const period = periodOf(month)
  void queryClient.prefetchQuery(returnsCalendarQuery(period))
  void queryClient.prefetchQuery(holidaysOfPeriodQuery(period))
}

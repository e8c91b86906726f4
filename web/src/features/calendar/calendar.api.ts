import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'

/** Days ahead that a deadline may reach; two years cover what categories ask for in practice. */
const horizon = 730

/** The days that *Dias úteis* skips from `today` on. */
export const holidaysQuery = (today: CivilDate) =>
  queryOptions({
    queryKey: ['holidays', today],
    queryFn: ({ signal }) =>
      api.get<{ date: CivilDate }[]>('/api/calendar/holidays', {
        query: { from: today, to: addDays(today, horizon) },
        signal,
      }),
    select: (holidays): ReadonlySet<CivilDate> => new Set(holidays.map(({ date }) => date)),
    staleTime: staleTime.lookups,
  })

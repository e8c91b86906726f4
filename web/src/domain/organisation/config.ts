import { publicConfigWire } from '@malote/core/config/public-config.ts'
import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api } from '../../lib/api.ts'
import { everyMinute } from '../../lib/every-minute.ts'
import { setDisplayTimeZone, timeZone } from '../../lib/format.ts'

/** The organisation's settings that the browser needs. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => {
    const config = readWire(publicConfigWire, await api.get('/api/config', { signal }))
    if (config.timeZone) setDisplayTimeZone(config.timeZone)
    return config
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Today's civil date in the organisation's time zone, also in a page that stays open over midnight. */
export function useToday(): CivilDate {
  const { data } = useQuery(configQuery)
  const today = () => civilDateIn(new Date(), data?.timeZone ?? timeZone())
  return useSyncExternalStore(everyMinute, today, today)
}

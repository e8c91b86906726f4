import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { everyMinute } from '../../lib/every-minute.ts'
import { timeZone } from '../../lib/format.ts'
import { configQuery } from './config.ts'

/** Today's civil date in the organisation's time zone, also in a page that stays open over midnight. */
export function useToday(): CivilDate {
  const { data } = useQuery(configQuery)
  const today = () => civilDateIn(new Date(), data?.timeZone ?? timeZone())
  return useSyncExternalStore(everyMinute, today, today)
}

import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import { useQuery } from '@tanstack/react-query'
import { timeZone } from '../../lib/format.ts'
import { configQuery } from './config.ts'

/** Today's civil date in the organisation's time zone. */
export function useToday(): CivilDate {
  const { data } = useQuery(configQuery)
  return civilDateIn(new Date(), data?.timeZone ?? timeZone())
}

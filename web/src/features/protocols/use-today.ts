import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../app/config.ts'

/** The organisation's day. */
export function useToday(): CivilDate {
  const { data } = useQuery(configQuery)
  return civilDateIn(new Date(), data?.timeZone ?? 'America/Sao_Paulo')
}

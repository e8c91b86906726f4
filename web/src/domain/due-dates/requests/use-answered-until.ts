import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { useQuery } from '@tanstack/react-query'
import { holidaysQuery } from '../../calendar/calendar.api.ts'
import { useToday } from '../../organisation/use-today.ts'
import { answeredUntil } from './request-actions.ts'

/** Like {@link answeredUntil}, with today and the holidays of the organisation. */
export function useAnsweredUntil(): CivilDate {
  const today = useToday()
  const { data: holidays } = useQuery(holidaysQuery(today))
  return answeredUntil(today, holidays)
}

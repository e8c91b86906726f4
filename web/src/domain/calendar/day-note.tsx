import { type CivilDate, isCivilDate } from '@malote/core/shared/civil-date.ts'
import { useQuery } from '@tanstack/react-query'
import { Spoken } from '../../ui/spoken.tsx'
import { holidayNamesQuery } from './calendar.api.ts'
import { dayWords } from './day-words.ts'

/** Says that a chosen day is no business day. It is only a note: such a day can be a due date. */
export function DayNote({ day, today }: { day: string; today: CivilDate }) {
  const { data: holidays } = useQuery(holidayNamesQuery(today))
  return <Spoken className="caption pending-ink">{isCivilDate(day) && dayWords(day, holidays ?? new Map())}</Spoken>
}

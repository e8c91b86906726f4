import { earliestDueDate } from '@malote/core/items/due-date-rules.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { dayCount, dueDate } from '@malote/core/shared/due-date.ts'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { formatDay } from '../../../lib/format.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { QuickChoices } from '../../../ui/fields/quick-choices.tsx'
import { holidaysQuery } from '../../calendar/calendar.api.ts'
import { DayNote } from '../../calendar/day-note.tsx'

interface LaterDateFieldProps {
  label: string
  /** The item's present due date. */
  present: CivilDate | null
  today: CivilDate
  value: string
  error: string | undefined
  onChange: (date: string) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
  'data-autofocus'?: boolean
}

/** A due date after the present one, with the usual choices below it. */
export function LaterDateField({ present, today, ...field }: LaterDateFieldProps) {
  const { data: holidays } = useQuery(holidaysQuery(today))
  const choices = quickDates(present, today, holidays)
  return (
    <div>
      <DateField {...field} min={earliestDueDate(present, today)} aria-required />
      <DayNote day={field.value} today={today} />
      <QuickChoices
        label="Datas mais pedidas"
        choices={choices.map(({ label, date }) => ({ label, value: date, hint: formatDay(date, today) }))}
        value={field.value}
        onChoose={field.onChange}
      />
    </div>
  )
}

/** A later due date that takes one press. */
interface QuickDate {
  label: string
  date: CivilDate
}

/**
 * Later due dates that people ask for most, counted from the present one, or from today if the item is late.
 *
 * @param holidays undefined while they are loading: then only those that do not need them
 */
function quickDates(
  present: CivilDate | null,
  today: CivilDate,
  holidays: ReadonlySet<CivilDate> | undefined,
): QuickDate[] {
  const start = present === null || present < today ? today : present
  return [
    ...(holidays ? [{ label: '+3 dias úteis', date: dueDate(start, 3, dayCount.business, holidays) }] : []),
    { label: '+1 semana', date: addDays(start, 7) },
    { label: '+2 semanas', date: addDays(start, 14) },
  ]
}

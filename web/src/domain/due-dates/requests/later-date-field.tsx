import { earliestDueDate } from '@malote/core/due-dates/due-date-rules.ts'
import { quickDates } from '@malote/core/due-dates/quick-dates.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
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

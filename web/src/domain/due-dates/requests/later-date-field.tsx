import { earliestDueDate } from '@malote/core/due-dates/due-date-rules.ts'
import { quickDates } from '@malote/core/due-dates/quick-dates.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useRef } from 'react'
import { formatDate, formatDay } from '../../../lib/format.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { QuickChoices } from '../../../ui/fields/quick-choices.tsx'
import { holidaysQuery } from '../../calendar/calendar.api.ts'
import { DayNote } from '../../calendar/day-note.tsx'
import { dueWords } from '../../items/due-words.ts'

interface LaterDateFieldProps {
  label: string
  /** The item's present due date. */
  present: CivilDate | null
  /** The dialog says the present date elsewhere, or there are several. */
  isPresentSaid?: boolean
  today: CivilDate
  value: string
  error: string | undefined
  onChange: (date: string) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
  'data-autofocus'?: boolean
}

/** How a due date is asked for: beside the present one, with the calendar, and the usual choices below it. */
export function LaterDateField({ present, isPresentSaid = false, today, ...field }: LaterDateFieldProps) {
  const { data: holidays } = useQuery(holidaysQuery(today))
  const part = useRef<HTMLDivElement>(null)
  const choices = quickDates(present, today, holidays)
  return (
    <div ref={part}>
      <DateField
        {...field}
        description={present && !isPresentSaid && `Prazo atual: ${presentWords(present, today)}`}
        min={earliestDueDate(present, today)}
        aria-required
      />
      <DayNote day={field.value} today={today} />
      <QuickChoices
        label="Datas mais pedidas"
        choices={choices.map(({ label, date }) => ({ label, value: date, hint: formatDay(date, today) }))}
        value={field.value}
        onChoose={(date) => {
          field.onChange(date)
          // Goes on to the reason, which is all that is missing.
          const reason = part.current?.closest('form')?.querySelector('textarea')
          if (reason?.value === '') reason.focus()
        }}
      />
    </div>
  )
}

/** '19/11/2026 (atrasado há 3 dias)' */
function presentWords(present: CivilDate, today: CivilDate): string {
  const { words } = dueWords(present, today)
  return `${formatDate(present)}${words && ` (${words})`}`
}

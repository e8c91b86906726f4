import { earliestDueDate } from '@malote/core/due-dates/due-date-rules.ts'
import { quickDates } from '@malote/core/due-dates/quick-dates.ts'
import { type CivilDate, isCivilDate, weekday } from '@malote/core/shared/civil-date.ts'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useRef } from 'react'
import { formatDate, formatDay } from '../../../lib/format.ts'
import { DateField } from '../../../ui/fields/date-field.tsx'
import { QuickChoices } from '../../../ui/fields/quick-choices.tsx'
import { Spoken } from '../../../ui/spoken.tsx'
import { holidayNamesQuery, holidaysQuery } from '../../calendar/calendar.api.ts'
import { dueWords } from '../../items/due-words.tsx'

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

/** Says that a chosen day is no business day. It is only a note: such a day can be a due date. */
function DayNote({ day, today }: { day: string; today: CivilDate }) {
  const { data: holidays } = useQuery(holidayNamesQuery(today))
  return <Spoken className="caption pending-ink">{isCivilDate(day) && dayWords(day, holidays ?? new Map())}</Spoken>
}

const weekend: Record<number, string> = { 0: 'um domingo', 6: 'um sábado' }

/**
 * Why a day is no business day; undefined for a business day.
 *
 * @param holidays names by date; '' for a holiday without a name
 */
export function dayWords(day: CivilDate, holidays: ReadonlyMap<CivilDate, string>): string | undefined {
  const name = holidays.get(day)
  const holiday = name === undefined ? undefined : name ? `feriado (${name})` : 'feriado'
  const reasons = [weekend[weekday(day)], holiday].filter(Boolean)
  return reasons.length > 0 ? `${formatDate(day)} é ${reasons.join(' e ')}: não é dia útil.` : undefined
}

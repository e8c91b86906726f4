import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/pt-br'
import { DatePicker } from '@mantine/dates'
import { useLayoutEffect, useRef } from 'react'
import classes from './fields.module.css'

interface DayCalendarProps {
  value: string | null
  min?: string | undefined
  max?: string | undefined
  onPick: (day: string) => void
}

/** A month calendar, loaded with its library when first opened. Focuses the selected day, or today. */
export default function DayCalendar({ value, min, max, onPick }: DayCalendarProps) {
  const calendar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const day = calendar.current?.querySelector<HTMLElement>('table button[tabindex="0"]')
    // The popover focuses this attribute's element. If the library loads late, the popover has already looked for it.
    day?.setAttribute('data-autofocus', '')
    // If this replaces the waiting box that had it, the focus is nowhere, and Esc would close the dialog around the field.
    if (document.activeElement === document.body) day?.focus()
    const timer = setTimeout(() => day?.focus())
    return () => clearTimeout(timer)
  }, [])
  // A typed date may be outside the selectable range.
  const start = value && !(min && value < min) && !(max && value > max) ? value : min
  return (
    <DatePicker
      ref={calendar}
      value={value}
      onChange={(picked) => onPick(picked ?? value ?? '')}
      {...(min && { minDate: min })}
      {...(max && { maxDate: max })}
      {...(start && { defaultDate: start })}
      classNames={{ calendarHeaderLevel: classes.title ?? '', weekday: classes.weekday ?? '', day: classes.day ?? '' }}
      locale="pt-br"
      firstDayOfWeek={0}
      weekdayFormat="ddd"
      monthLabelFormat="MMMM [de] YYYY"
      highlightToday
      getDayAriaLabel={spoken}
      getDayProps={(day) => ({ 'aria-pressed': day === value })}
      ariaLabels={{
        previousMonth: 'Mês anterior',
        nextMonth: 'Próximo mês',
        previousYear: 'Ano anterior',
        nextYear: 'Próximo ano',
        previousDecade: 'Década anterior',
        nextDecade: 'Próxima década',
      }}
      // Esc closes the calendar and not the dialog around the field.
      __stopPropagation
    />
  )
}

const spoken = (day: string) => inWords.format(new Date(`${day}T00:00Z`))
const inWords = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', dateStyle: 'long' })

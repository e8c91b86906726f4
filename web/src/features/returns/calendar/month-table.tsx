import type { CalendarDay } from '@malote/core/returns/returns-calendar.ts'
import { type CivilDate, weekday } from '@malote/core/shared/civil-date.ts'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './calendar-page.module.css'
import { dayName, monthName, weekdayName } from './day-names.ts'
import { type Month, monthOf, weeksOf } from './month.ts'

export interface MonthProps {
  month: Month
  today: CivilDate
  /** By date; undefined while loading. */
  days: ReadonlyMap<CivilDate, CalendarDay> | undefined
  /** Names of the holidays by date. */
  holidays: ReadonlyMap<CivilDate, string>
  dueOf: (day: CalendarDay) => ReactNode
}

/** A month in weeks, for wide windows. */
export function MonthTable(props: MonthProps) {
  const weeks = weeksOf(props.month)
  return (
    <div className={classes.monthFrame} aria-busy={props.days === undefined}>
      <table className={classes.monthTable}>
        <caption className="unseen">{`Devoluções de ${monthName(props.month)}`}</caption>
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th key={date} scope="col">
                <span aria-hidden>{weekdayName(date, 'short')}</span>
                <VisuallyHidden>{weekdayName(date, 'long')}</VisuallyHidden>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <DayCell key={date} date={date} {...props} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DayCell({ date, month, today, days, holidays, dueOf }: MonthProps & { date: CivilDate }) {
  const holiday = holidays.get(date)
  const isWeekend = weekday(date) % 6 === 0
  const day = days?.get(date)
  return (
    <td
      className={classes.monthDay}
      data-outside={monthOf(date) !== month}
      data-rest={isWeekend || holiday !== undefined}
      {...(date === today && { 'aria-current': 'date' })}
    >
      <p className={classes.head}>
        <time dateTime={date} className={classes.dayNumber}>
          <span aria-hidden>{Number(date.slice(8))}</span>
          <VisuallyHidden>{dayName(date)}</VisuallyHidden>
        </time>
        {date === today && <span className={classes.today}>Hoje</span>}
      </p>
      {holiday !== undefined && (
        <p className={classes.monthHoliday} title={holiday}>
          <VisuallyHidden>Feriado: </VisuallyHidden>
          {holiday}
        </p>
      )}
      {day ? dueOf(day) : days === undefined && !isWeekend && <Skeleton height={18} mt={4} />}
    </td>
  )
}

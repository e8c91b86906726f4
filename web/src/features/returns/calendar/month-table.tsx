import type { CalendarDay } from '@malote/core/returns/returns-calendar.ts'
import { type CivilDate, weekday } from '@malote/core/shared/civil-date.ts'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../../../ui/links.tsx'
import type { ReturnSearch } from '../return-search.ts'
import classes from './calendar-page.module.css'
import { dayName, monthName, weekdayName } from './due-links.tsx'
import { type Month, monthOf, neighboursOf, weeksOf } from './month.ts'

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

interface MonthSwitchProps {
  /** Its other parameters stay. */
  search: ReturnSearch
  month: Month
  thisMonth: Month
}

/** Links to the month before and the month after, so that each month has its own URL. */
export function MonthSwitch({ search, month, thisMonth }: MonthSwitchProps) {
  const { before, after } = neighboursOf(month)
  return (
    <nav aria-label="Mês" className={classes.months}>
      {before && (
        <MonthLink
          search={{ ...search, month: before }}
          name={`Mês anterior, ${monthName(before)}`}
          icon={IconChevronLeft}
        />
      )}
      <h2 className={classes.month} aria-live="polite">
        {monthName(month)}
      </h2>
      {after && (
        <MonthLink
          search={{ ...search, month: after }}
          name={`Próximo mês, ${monthName(after)}`}
          icon={IconChevronRight}
        />
      )}
      {month !== thisMonth && (
        <LinkButton
          to="/retornos"
          search={{ ...search, month: undefined }}
          resetScroll={false}
          variant="subtle"
          size="compact-md"
        >
          Hoje
        </LinkButton>
      )}
    </nav>
  )
}

interface MonthLinkProps {
  search: ReturnSearch
  name: string
  icon: typeof IconChevronLeft
}

function MonthLink({ search, name, icon: Icon }: MonthLinkProps) {
  return (
    <LinkButton
      to="/retornos"
      search={search}
      resetScroll={false}
      variant="default"
      px={8}
      aria-label={name}
      title={name}
    >
      <Icon size={18} aria-hidden />
    </LinkButton>
  )
}

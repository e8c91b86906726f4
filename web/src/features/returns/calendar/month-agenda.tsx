import { addDays } from '@malote/core/shared/civil-date.ts'
import { Skeleton, VisuallyHidden } from '@mantine/core'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { dayName, monthName, weekdayName } from './date-names.ts'
import classes from './month-agenda.module.css'
import type { MonthProps } from './month-table.tsx'
import { daysOf } from './weeks.ts'

/** The days of a month on which something is due, and its holidays, for narrow windows. */
export function MonthAgenda({ month, today, days, holidays, dueOf }: MonthProps) {
  if (days === undefined) return <Loading />
  const { from, to } = daysOf(month)
  const isBusy = (date: string) => {
    const { toReturn = 0, toReceive = 0 } = days.get(date) ?? {}
    return toReturn + toReceive > 0
  }
  const shown: string[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (isBusy(date) || holidays.has(date)) shown.push(date)
  }
  if (shown.length === 0) {
    return (
      <div className={classes.frame}>
        <EmptyState title={`Nada vence em ${monthName(month)}.`}>
          Os dias em que o seu departamento deve devolver algo, ou espera algo de volta, aparecem aqui.
        </EmptyState>
      </div>
    )
  }
  return (
    <ol className={classes.frame} aria-label={`Devoluções de ${monthName(month)}`}>
      {shown.map((date) => {
        const day = days.get(date)
        const holiday = holidays.get(date)
        return (
          <li key={date} className={classes.day} {...(date === today && { 'aria-current': 'date' as const })}>
            <time dateTime={date} className={classes.date}>
              <span aria-hidden className={classes.weekday}>
                {date === today ? 'hoje' : weekdayName(date, 'short')}
              </span>
              <span aria-hidden className={classes.number}>
                {Number(date.slice(8))}
              </span>
              <VisuallyHidden>{`${date === today ? 'Hoje' : weekdayName(date, 'long')}, ${dayName(date)}`}</VisuallyHidden>
            </time>
            <div className={classes.content}>
              {holiday !== undefined && (
                <p className={classes.holiday}>
                  <VisuallyHidden>Feriado: </VisuallyHidden>
                  {holiday}
                </p>
              )}
              {day && dueOf(day)}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

const Loading = () => (
  <div className={classes.frame} aria-busy>
    {['a', 'b', 'c', 'd', 'e'].map((row) => (
      <div key={row} className={classes.day}>
        <Skeleton height={36} width={36} />
        <Skeleton height={18} width="60%" />
      </div>
    ))}
  </div>
)

import type { CalendarDay } from '@malote/core/returns/returns-calendar.ts'
import { IconAlertTriangle, IconArrowDownLeft, IconArrowUpRight, IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './calendar-page.module.css'
import { dayName } from './day-names.ts'
import { countWords, type DueCount, dueCountsOf } from './due-counts.ts'

interface DueLinksProps {
  day: CalendarDay
  seesEverything: boolean
}

/** What is due on a day; each count leads to the list of exactly these items. */
export function DueLinks({ day, seesEverything }: DueLinksProps) {
  return dueCountsOf(day, seesEverything).map((due) => (
    <DueLink key={due.side ?? ''} due={due} date={day.date} isLate={day.overdue > 0} />
  ))
}

interface DueLinkProps {
  due: DueCount
  date: string
  isLate: boolean
}

function DueLink({ due, date, isLate }: DueLinkProps) {
  const Icon = iconOf(due.side)
  const words = countWords(due)
  const [number, ...unit] = words.split(' ')
  const late = isLate && (due.count === 1 ? 'atrasado' : 'atrasados')
  return (
    <Link
      to="/retornos"
      search={{ dateFrom: date, dateTo: date, side: due.side }}
      aria-label={[words, late, `em ${dayName(date)}`].filter(Boolean).join(', ')}
      className={classes.due}
      data-late={isLate}
    >
      <Icon size={14} aria-hidden className={classes.icon} />
      <strong>{number}</strong> <span className={classes.words}>{unit.join(' ')}</span>
      {late && (
        <span className="inline gap-4 rigid">
          <IconAlertTriangle size={14} aria-hidden className={classes.icon} />
          <span className={classes.lateWord}>{late}</span>
        </span>
      )}
    </Link>
  )
}

const iconOf = (side: DueCount['side']) =>
  side === 'toReturn' ? IconArrowUpRight : side === 'toReceive' ? IconArrowDownLeft : IconFileText

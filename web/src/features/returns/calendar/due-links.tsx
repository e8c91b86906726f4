import type { ReturnSide } from '@malote/core/returns/return-row.ts'
import type { CalendarDay } from '@malote/core/returns/returns-calendar.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { IconAlertTriangle, IconArrowDownLeft, IconArrowUpRight, IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { counted, formatNumber } from '../../../lib/format.ts'
import classes from './calendar-page.module.css'
import type { Month } from './month.ts'

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

const inUtc = { timeZone: 'UTC' } as const
const monthFormat = new Intl.DateTimeFormat('pt-BR', { ...inUtc, month: 'long', year: 'numeric' })
const dayFormat = new Intl.DateTimeFormat('pt-BR', { ...inUtc, dateStyle: 'long' })
const weekdayFormats = {
  long: new Intl.DateTimeFormat('pt-BR', { ...inUtc, weekday: 'long' }),
  short: new Intl.DateTimeFormat('pt-BR', { ...inUtc, weekday: 'short' }),
}

/** 'novembro de 2026' */
export const monthName = (month: Month) => monthFormat.format(new Date(`${month}-01`))

/** '20 de novembro de 2026' */
export const dayName = (date: CivilDate) => dayFormat.format(new Date(date))

/** 'sexta-feira', 'sex.' */
export const weekdayName = (date: CivilDate, length: 'long' | 'short') => weekdayFormats[length].format(new Date(date))

/** How many items are due on a day, on one side; without a side all of them, for those who see everything. */
interface DueCount {
  side?: ReturnSide
  count: number
}

/** What is due on a day, without zeros: both sides of the viewer's department, or one count of everything. */
export function dueCountsOf(day: CalendarDay, seesEverything: boolean): DueCount[] {
  const { toReturn = 0, toReceive = 0 } = day
  const counts: DueCount[] = seesEverything
    ? [{ count: toReturn }]
    : [
        { side: 'toReturn', count: toReturn },
        { side: 'toReceive', count: toReceive },
      ]
  return counts.filter(({ count }) => count > 0)
}

const sideWords: Record<ReturnSide, string> = { toReturn: 'a devolver', toReceive: 'a receber' }

/** '3 a devolver', '2 a receber', '5 itens' */
export const countWords = ({ side, count }: DueCount) =>
  side ? `${formatNumber(count)} ${sideWords[side]}` : counted(count, 'item', 'itens')

/** Sums up the days of one month; late items are counted once, on whichever sides they are. */
export function monthTotals(days: readonly CalendarDay[], seesEverything: boolean) {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const whole: CalendarDay = {
    date: '',
    toReturn: sum(days.map(({ toReturn }) => toReturn ?? 0)),
    toReceive: sum(days.map(({ toReceive }) => toReceive ?? 0)),
    overdue: sum(days.map(({ overdue }) => overdue ?? 0)),
  }
  return { counts: dueCountsOf(whole, seesEverything), overdue: whole.overdue }
}

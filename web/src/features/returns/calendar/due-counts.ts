import type { ReturnSide } from '@malote/core/returns/return-row.ts'
import type { CalendarDay } from '@malote/core/returns/returns-calendar.ts'
import { counted, formatNumber } from '../../../lib/format.ts'

/** How many items are due on a day, on one side; without a side all of them, for those who see everything. */
export interface DueCount {
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

import { addDays, type CivilDate } from './civil-date.ts'
import { choice } from './query.ts'

/** Days of each period, today included (contract 11.4). */
const periodDays = { week: 7, month: 30, quarter: 90, year: 365 } as const
export type Period = keyof typeof periodDays

/** In the order of the selectors. */
export const periods = Object.keys(periodDays) as [Period, ...Period[]]

/** Labels of the selectors (contract 2.4.1, 2.11.1). */
export const periodLabels: Record<Period, string> = {
  week: 'Última Semana',
  month: 'Último Mês',
  quarter: 'Último Trimestre',
  year: 'Último Ano',
}

/** `?period=`; the month when it is not given (contract 9.9). */
export const periodParam = choice(periods, 'month')

/** First and last day of a period that ends today; both included. */
export const periodRange = (period: Period, today: CivilDate): { from: CivilDate; to: CivilDate } => ({
  from: addDays(today, 1 - periodDays[period]),
  to: today,
})

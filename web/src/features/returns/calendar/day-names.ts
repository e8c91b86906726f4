import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Month } from './month.ts'

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

import { calendarYears } from '@malote/core/calendar/calendar-years.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'

/** A month of the calendar, `yyyy-MM`. */
export type Month = string

export const isMonth = (text: string): boolean => {
  const year = Number(text.slice(0, 4))
  return /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && year >= calendarYears.first && year <= calendarYears.last
}

export const monthOf = (date: CivilDate): Month => date.slice(0, 7)

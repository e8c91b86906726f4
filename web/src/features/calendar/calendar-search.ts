import { calendarYears } from '@malote/core/calendar/calendar-years.ts'
import { type DialogSearch, dialogSearch } from '../../domain/registers/register-search.ts'
import { day, wholeNumber } from '../../lib/search-values.ts'

/** What the address of the calendar holds. */
export interface CalendarSearch extends DialogSearch {
  /** Absent: this year. */
  year?: number | undefined
  /** A change that was just made: which open deadlines it moves is still to be answered. */
  added?: string | undefined
  removed?: string | undefined
}

export function calendarSearch(address: Record<string, unknown>): CalendarSearch {
  const year = wholeNumber(address.year, calendarYears.last)
  return {
    year: year && year >= calendarYears.first ? year : undefined,
    added: day(address.added),
    removed: day(address.removed),
    ...dialogSearch(address),
  }
}

import { calendarYears } from '@malote/core/calendar/calendar-years.ts'
import { dateFilter, filter } from '@malote/core/shared/query.ts'
import { z } from 'zod'
import { type DialogSearch, dialogSearch } from '../../domain/catalogs/catalog-search.ts'
import { inAddress } from '../../lib/in-address.ts'

const calendarInAddress = inAddress(
  z.object({
    /** Absent for the current year. */
    year: filter(z.coerce.number().pipe(z.int().min(calendarYears.first).max(calendarYears.last))),
    /** A change that was just saved; a dialog still has to ask about the due dates that it moves. */
    added: dateFilter,
    removed: dateFilter,
  }),
)

/** The search params of the calendar. */
export type CalendarSearch = ReturnType<typeof calendarInAddress> & DialogSearch

export const calendarSearch = (address: Record<string, unknown>): CalendarSearch => ({
  ...calendarInAddress(address),
  ...dialogSearch(address),
})

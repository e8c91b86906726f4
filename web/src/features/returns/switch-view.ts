import { monthOf } from './calendar/month.ts'
import type { ReturnSearch } from './return-search.ts'

/** Leads from the list to the calendar: the filters stay for the way back, the days of the list become their month. */
export const toCalendar = ({ dateFrom }: ReturnSearch): ReturnSearch => ({
  view: 'calendario',
  month: dateFrom && monthOf(dateFrom),
  dateFrom: undefined,
  dateTo: undefined,
  page: undefined,
  item: undefined,
})

/** Leads from the calendar to the list. */
export const toList: ReturnSearch = { view: undefined, month: undefined }

import { monthOf } from './calendar/month.ts'
import type { ReturnSearch } from './return-search.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the requests for more time: the search params of the list or the calendar that the user came from. */
    returns?: ReturnSearch
  }
}

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

/** Leads from the requests for more time back to the list or the calendar, as it was left. */
export function fromRequests(view: 'list' | 'calendar', left: ReturnSearch = {}): ReturnSearch {
  const kept = { ...left, item: undefined }
  if (view === 'list') return { ...kept, ...toList }
  return kept.view === 'calendario' ? kept : { ...kept, ...toCalendar(kept) }
}

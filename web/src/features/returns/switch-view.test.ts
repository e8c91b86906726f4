import { describe, expect, it } from 'vitest'
import { type ReturnSearch, returnSearch } from './return-search.ts'
import { fromRequests, toCalendar, toList } from './switch-view.ts'

// proves 21.40
it('goes to the calendar and back without losing the filters', () => {
  const list = { page: 2, status: 'all', side: 'toReturn', dateFrom: '2026-10-05', dateTo: '2026-10-05' } as const
  const calendar = returnSearch({ ...list, ...toCalendar(list) })
  expect(calendar).toEqual({ view: 'calendario', month: '2026-10', status: 'all', side: 'toReturn' })
  expect(returnSearch({ ...calendar, ...toList })).toEqual({ status: 'all', side: 'toReturn' })
})

describe('from the requests for more time', () => {
  const list: ReturnSearch = { status: 'all', dateFrom: '2026-07-08', page: 2, item: 7 }
  const calendar: ReturnSearch = { status: 'all', view: 'calendario', month: '2026-07' }

  it.each<['list' | 'calendar', ReturnSearch | undefined, ReturnSearch]>([
    ['list', list, { status: 'all', dateFrom: '2026-07-08', page: 2 }],
    ['list', calendar, { status: 'all' }],
    ['list', undefined, {}],
    ['calendar', list, { status: 'all', view: 'calendario', month: '2026-07' }],
    ['calendar', calendar, calendar],
    ['calendar', undefined, { view: 'calendario' }],
  ])('leads to the %s as it was left', (view, left, found) => {
    expect(returnSearch(fromRequests(view, left))).toEqual(returnSearch(found))
  })
})

import { expect, it } from 'vitest'
import { returnSearch } from './return-search.ts'
import { toCalendar, toList } from './switch-view.ts'

it('goes to the calendar and back without losing the filters', () => {
  const list = { page: 2, status: 'all', side: 'toReturn', dateFrom: '2026-10-05', dateTo: '2026-10-05' } as const
  const calendar = returnSearch({ ...list, ...toCalendar(list) })
  expect(calendar).toEqual({ view: 'calendario', month: '2026-10', status: 'all', side: 'toReturn' })
  expect(returnSearch({ ...calendar, ...toList })).toEqual({ status: 'all', side: 'toReturn' })
})

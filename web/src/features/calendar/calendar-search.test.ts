import { expect, it } from 'vitest'
import { dateOf, idOf } from '../../domain/calendar/holiday-row.ts'
import { calendarSearch } from './calendar-search.ts'

it.each([
  [{}, {}],
  [{ year: '2027' }, { year: 2027 }],
  [{ year: 1999 }, {}],
  [{ year: '2101' }, {}],
  [
    { year: 2026, open: 'edit', id: '20261225' },
    { year: 2026, open: 'edit', id: 20261225 },
  ],
  [{ added: '2026-11-25', removed: 'ontem' }, { added: '2026-11-25' }],
])('the address %j means %j', (address, search) => expect(calendarSearch(address)).toEqual(search))

it('a day is known by a number, as the rows of other registers are', () => {
  expect(idOf('2026-01-05')).toBe(20260105)
  expect(dateOf(20260105)).toBe('2026-01-05')
})

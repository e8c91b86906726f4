import { longestCalendar } from '@malote/core/returns/returns-calendar.ts'
import { addDays, daysBetween, weekday } from '@malote/core/shared/civil-date.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { daysOf, isMonth, neighboursOf, periodOf, weeksOf } from './month.ts'

it.each([
  ['2026-11', true],
  ['2000-01', true],
  ['2100-12', true],
  ['1999-12', false],
  ['2101-01', false],
  ['2026-00', false],
  ['2026-13', false],
  ['2026-1', false],
  ['2026-11-01', false],
  ['novembro', false],
])('%s is a month: %s', (text, expected) => expect(isMonth(text)).toBe(expected))

it('shows whole weeks, from Sunday to Saturday', () => {
  expect(periodOf('2026-11')).toEqual({ from: '2026-11-01', to: '2026-12-05' })
  // February of 2026 begins on a Sunday and has exactly four weeks.
  expect(periodOf('2026-02')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
})

// proves 21.40
it('every day of a month is in its weeks once, and the server answers for them in one call', () => {
  const month = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(month, (date) => {
      const one = date.toISOString().slice(0, 7)
      const days = weeksOf(one).flat()
      const { from, to } = daysOf(one)
      expect(days.filter((day) => day.startsWith(one))).toEqual(
        Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n)),
      )
      expect([weekday(days[0] ?? ''), days.length % 7]).toEqual([0, 0])
      expect(days.length).toBeLessThanOrEqual(longestCalendar)
    }),
  )
})

it.each([
  ['2026-11', { before: '2026-10', after: '2026-12' }],
  ['2026-12', { before: '2026-11', after: '2027-01' }],
  ['2000-01', { before: null, after: '2000-02' }],
  ['2100-12', { before: '2100-11', after: null }],
])('the neighbours of %s', (month, expected) => expect(neighboursOf(month)).toEqual(expected))

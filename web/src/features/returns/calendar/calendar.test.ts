import { longestCalendar } from '@malote/core/returns/returns-calendar.ts'
import { addDays, daysBetween, weekday } from '@malote/core/shared/civil-date.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countWords, dayName, dueCountsOf, monthName, monthTotals, weekdayName } from './due-links.tsx'
import { daysOf, isMonth, neighboursOf, periodOf, weeksOf } from './month.ts'

describe('date names', () => {
  it('names months and days in any time zone', () => {
    expect(monthName('2026-11')).toBe('novembro de 2026')
    expect(dayName('2026-11-01')).toBe('1 de novembro de 2026')
    expect([weekdayName('2026-11-20', 'long'), weekdayName('2026-11-20', 'short')]).toEqual(['sexta-feira', 'sex.'])
  })
})

describe('due counts', () => {
  const day = (toReturn: number, toReceive: number, overdue = 0) => ({
    date: '2026-11-20',
    toReturn,
    toReceive,
    overdue,
  })

  // proves 21.40
  it('shows both sides of a department, and one count to those who see everything', () => {
    expect(dueCountsOf(day(3, 2), false)).toEqual([
      { side: 'toReturn', count: 3 },
      { side: 'toReceive', count: 2 },
    ])
    expect(dueCountsOf(day(3, 3), true)).toEqual([{ count: 3 }])
    expect(dueCountsOf(day(0, 2), false)).toEqual([{ side: 'toReceive', count: 2 }])
    expect(dueCountsOf(day(0, 0), false)).toEqual([])
    expect(dueCountsOf({ date: '2026-11-20' } as never, true)).toEqual([])
  })

  it.each([
    [{ side: 'toReturn', count: 1 }, '1 a devolver'],
    [{ side: 'toReceive', count: 1200 }, '1.200 a receber'],
    [{ count: 1 }, '1 item'],
    [{ count: 2 }, '2 itens'],
  ] as const)('%j in words: %s', (count, words) => expect(countWords(count)).toBe(words))

  it('sums up a month', () => {
    expect(monthTotals([day(3, 2, 4), day(1, 0)], false)).toEqual({
      counts: [
        { side: 'toReturn', count: 4 },
        { side: 'toReceive', count: 2 },
      ],
      overdue: 4,
    })
    expect(monthTotals([], true)).toEqual({ counts: [], overdue: 0 })
  })
})

describe('weeks', () => {
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
})

import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { addDays, civilDateIn, daysBetween, isCivilDate } from './civil-date.ts'
import {
  businessDaysSince,
  dayCount,
  dueDate,
  firstDayLookedAt,
  isBusinessDay,
  lastDayLongerAgo,
  lastDayLookedAt,
  longestBreak,
} from './due-date.ts'
import { periodRange } from './period.ts'
import { relativeTime } from './relative-time.ts'

const holidays = new Set(['2026-11-02', '2026-11-15', '2026-11-20', '2026-12-25'])
const none = new Set<string>()

const day = fc.integer({ min: 0, max: 20_000 }).map((offset) => addDays('2000-01-01', offset))
const days = fc.integer({ min: 1, max: 200 })
const daysOff = fc.uniqueArray(day, { maxLength: 400 }).map((dates) => new Set(dates))
const count = fc.constantFrom(dayCount.business, dayCount.calendar)

describe('dueDate', () => {
  // proves 5.2.8, 11.5
  it.each([
    ['2026-11-19', 5, dayCount.business, holidays, '2026-11-27'],
    ['2026-11-19', 5, dayCount.business, none, '2026-11-26'],
    ['2026-10-30', 1, dayCount.business, holidays, '2026-11-03'],
    ['2026-10-30', 1, dayCount.calendar, holidays, '2026-10-31'],
    ['2026-12-28', 7, dayCount.calendar, none, '2027-01-04'],
    ['2028-02-28', 1, dayCount.calendar, none, '2028-02-29'],
  ])('%s + %i %s', (start, length, how, off, expected) => {
    expect(dueDate(start, length, how, off)).toBe(expected)
  })

  // proves 11.5
  it('in business days never falls on a weekend or a holiday', () => {
    fc.assert(
      fc.property(day, days, daysOff, (start, length, off) => {
        expect(isBusinessDay(dueDate(start, length, dayCount.business, off), off)).toBe(true)
      }),
    )
  })

  it('comes later with every day more, and business days never come before calendar days', () => {
    fc.assert(
      fc.property(day, days, count, daysOff, (start, length, how, off) => {
        const due = dueDate(start, length, how, off)
        expect(dueDate(start, length + 1, how, off) > due).toBe(true)
        expect(due >= dueDate(start, length, dayCount.calendar, off)).toBe(true)
      }),
    )
  })

  it('has exactly the counted business days between the start and the due date', () => {
    fc.assert(
      fc.property(day, days, daysOff, (start, length, off) => {
        const span = daysBetween(start, dueDate(start, length, dayCount.business, off))
        const inBetween = Array.from({ length: span }, (_, index) => addDays(start, index + 1))
        expect(inBetween.filter((date) => isBusinessDay(date, off))).toHaveLength(length)
      }),
    )
  })
})

describe('the days that are looked at', () => {
  const recess = (first: string, length: number) => new Set(Array.from({ length }, (_, index) => addDays(first, index)))
  const length = fc.integer({ min: 1, max: longestBreak })
  const between = (off: ReadonlySet<string>, from: string, to: string) =>
    new Set([...off].filter((date) => from <= date && date <= to))

  it('are enough for a due date, also over the longest recess', () => {
    fc.assert(
      fc.property(day, days, fc.nat(100), length, (start, count, before, long) => {
        const off = recess(addDays(start, before), long)
        const known = between(off, start, lastDayLookedAt(start, count))
        expect(dueDate(start, count, dayCount.business, known)).toBe(dueDate(start, count, dayCount.business, off))
      }),
    )
  })

  it('are enough to look back, also over the longest recess', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 10 }), fc.nat(100), length, (today, count, after, long) => {
        const off = recess(addDays(today, -after - long), long)
        const known = between(off, firstDayLookedAt(today, count), today)
        expect(lastDayLongerAgo(today, count, known)).toBe(lastDayLongerAgo(today, count, off))
      }),
    )
  })
})

describe('the last day that is longer ago than some business days', () => {
  it.each([
    // A Sunday: Friday was a holiday, so Tuesday, Wednesday and Thursday are three business days after Monday.
    ['2026-11-22', 2, '2026-11-16'],
    ['2026-11-23', 2, '2026-11-17'],
    ['2026-11-24', 2, '2026-11-18'],
    ['2026-11-27', 2, '2026-11-24'],
  ])('on %s, %i days', (today, length, expected) => {
    expect(lastDayLongerAgo(today, length, holidays)).toBe(expected)
  })

  // proves 17.32
  it('has more of them since, the next day has not, and no holiday before the first day looked at matters', () => {
    const few = fc.integer({ min: 1, max: 10 })
    fc.assert(
      fc.property(
        day,
        few,
        fc.uniqueArray(fc.integer({ min: -40, max: 0 }), { maxLength: 8 }),
        (today, length, offs) => {
          const off = new Set(offs.map((offset) => addDays(today, offset)))
          const last = lastDayLongerAgo(today, length, off)
          expect(businessDaysSince(last, today, off)).toBeGreaterThan(length)
          expect(businessDaysSince(addDays(last, 1), today, off)).toBeLessThanOrEqual(length)
          expect(last >= firstDayLookedAt(today, length)).toBe(true)
        },
      ),
    )
  })
})

describe('civil dates', () => {
  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '0000-01-01',
    '26-01-01',
    '2026-1-1',
    '',
    '2026-11-21T00:00:00Z',
    '０２６-01-01',
  ])('refuses %j', (text) => expect(isCivilDate(text)).toBe(false))

  it('accepts every day that exists', () => {
    fc.assert(
      fc.property(day, (date) => {
        expect(isCivilDate(date)).toBe(true)
      }),
    )
  })

  it('daysBetween undoes addDays', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -999, max: 999 }), (date, n) => {
        expect(daysBetween(date, addDays(date, n))).toBe(n)
      }),
    )
  })

  // proves 11.3
  it('an instant before midnight in São Paulo still belongs to that day', () => {
    expect(civilDateIn(new Date('2026-11-22T02:59:59Z'), 'America/Sao_Paulo')).toBe('2026-11-21')
    expect(civilDateIn(new Date('2026-11-22T03:00:00Z'), 'America/Sao_Paulo')).toBe('2026-11-22')
    expect(civilDateIn(new Date('2026-11-22T03:00:00Z'), 'America/Noronha')).toBe('2026-11-22')
    expect(civilDateIn(new Date('2026-11-22T03:00:00Z'), 'America/Manaus')).toBe('2026-11-21')
    expect(civilDateIn(new Date('2026-11-22T02:59:59.999Z'), 'America/Sao_Paulo')).toBe('2026-11-21')
    expect(() => civilDateIn(new Date(Number.NaN), 'America/Sao_Paulo')).toThrow(RangeError)
  })

  it('an instant has the same civil date in a browser that writes Canadian dates with the month first', () => {
    // ICU 72: Chrome 110 to 113, Safari 16.4 to 16.6.
    const { DateTimeFormat } = Intl
    vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function monthFirst(_locale, options) {
      return new DateTimeFormat('en-US', options)
    })
    // No other test uses this zone: a format that is cached already would not be replaced.
    expect(civilDateIn(new Date('2026-11-22T03:00:00Z'), 'America/Bahia')).toBe('2026-11-22')
  })

  // proves 2.4.1, 11.4
  it.each([
    ['week', '2026-11-15'],
    ['month', '2026-10-23'],
    ['quarter', '2026-08-24'],
    ['year', '2025-11-22'],
  ] as const)('the last %s begins on %s', (period, from) => {
    expect(periodRange(period, '2026-11-21')).toEqual({ from, to: '2026-11-21' })
  })
})

describe('relativeTime', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  // proves 9.2
  it.each([
    [-5, 'Agora'],
    [59, 'Agora'],
    [60, 'Há 1 minuto'],
    [119, 'Há 1 minuto'],
    [3599, 'Há 59 minutos'],
    [3600, 'Há 1 hora'],
    [86_399, 'Há 23 horas'],
    [86_400, 'Há 1 dia'],
    [30 * 86_400, 'Há 30 dias'],
    [1200 * 86_400, 'Há 1.200 dias'],
  ])('%i seconds ago reads %s', (seconds, text) => {
    expect(relativeTime(new Date(now.getTime() - seconds * 1000), now)).toBe(text)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../shared/civil-date.ts'
import { dayCount, dueDate } from '../shared/due-date.ts'
import { type CalendarChange, holidaysAround, movedDueDate } from './calendar-change.ts'
import { holidayInput } from './holiday.ts'

const today = '2026-11-21'
const now = new Set(['2026-11-20', '2026-12-25'])
/** 5 business days from 19/11/2026, with and without the holidays of `now`. */
const deadline = { start: '2026-11-19', returnDays: 5, returnDate: '2026-11-27' }

describe('a deadline', () => {
  it.each<[string, CalendarChange, string | null]>([
    ['moves on for a holiday on a day that it counted', { added: '2026-11-25' }, '2026-11-30'],
    ['moves on for a holiday on its own day', { added: '2026-11-27' }, '2026-11-30'],
    ['moves back when a holiday goes', { removed: '2026-11-20' }, '2026-11-26'],
    ['stays when one goes and another comes', { added: '2026-11-25', removed: '2026-11-20' }, null],
    ['stays for a holiday on a weekend', { added: '2026-11-22' }, null],
    ['stays for a holiday before it began', { added: '2026-11-19' }, null],
    ['stays for a holiday after it ends', { added: '2026-11-30' }, null],
    ['stays when nothing changes', {}, null],
  ])('%s', (_, change, expected) => {
    expect(movedDueDate(deadline, holidaysAround(now, change), today)).toBe(expected)
  })

  // proves 11.8
  it('that somebody moved by hand stays', () => {
    const byHand = { ...deadline, returnDate: '2026-11-26' }
    expect(movedDueDate(byHand, holidaysAround(now, { added: '2026-11-25' }), today)).toBeNull()
  })

  it('of one day moves, too', () => {
    const ofOneDay = { start: '2026-11-23', returnDays: 1, returnDate: '2026-11-24' }
    expect(movedDueDate(ofOneDay, holidaysAround(now, { added: '2026-11-24' }), today)).toBe('2026-11-25')
  })

  it('is not moved to before today', () => {
    const around = holidaysAround(now, { removed: '2026-11-20' })
    expect(movedDueDate(deadline, around, '2026-11-26')).toBe('2026-11-26')
    expect(movedDueDate(deadline, around, '2026-11-27')).toBeNull()
  })

  it.each([0, null, undefined])('of a category of %j days stays', (returnDays) => {
    expect(movedDueDate({ ...deadline, returnDays }, holidaysAround(now, { added: '2026-11-25' }), today)).toBeNull()
  })
})

const day = fc.integer({ min: 0, max: 60 }).map((n) => addDays('2026-11-01', n))

it('is judged the same before and after the change was made, and then never moves again', () => {
  fc.assert(
    fc.property(fc.array(day), day, day, fc.integer({ min: 1, max: 30 }), (others, date, start, returnDays) => {
      const without = new Set(others.filter((other) => other !== date))
      const returnDate = dueDate(start, returnDays, dayCount.business, without)
      const item = { start, returnDays, returnDate }
      const change = { added: date }
      const moved = movedDueDate(item, holidaysAround(without, change), today)
      expect(movedDueDate(item, holidaysAround(new Set([...without, date]), change), today)).toBe(moved)
      if (moved === null) return
      expect(moved > returnDate).toBe(true)
      expect(movedDueDate({ ...item, returnDate: moved }, holidaysAround(without, change), today)).toBeNull()
    }),
  )
})

it.each([
  [{}, 'Data é obrigatória'],
  [{ date: '' }, 'Data é obrigatória'],
  [{ date: '2026-02-30' }, 'Data inválida'],
  [{ date: '1999-12-31' }, 'Informe uma data entre 2000 e 2100'],
  [{ date: '2026-11-25', name: ' ' }, 'Nome do feriado é obrigatório'],
])('a holiday %j is refused: %s', (input, sentence) => {
  expect(holidayInput.safeParse({ name: 'Aniversário da cidade', ...input }).error?.issues[0]?.message).toBe(sentence)
})

import { expect, it } from 'vitest'
import { dayName, monthName, weekdayName } from './month.ts'

it('names months and days in any time zone', () => {
  expect(monthName('2026-11')).toBe('novembro de 2026')
  expect(dayName('2026-11-01')).toBe('1 de novembro de 2026')
  expect([weekdayName('2026-11-20', 'long'), weekdayName('2026-11-20', 'short')]).toEqual(['sexta-feira', 'sex.'])
})

import { expect, it } from 'vitest'
import { dayWords } from './day-words.ts'

const holidays = new Map([
  ['2026-12-25', 'Natal'],
  ['2026-11-15', 'Proclamação da República'],
  ['2026-12-01', ''],
])

// proves 17.48
it.each([
  ['2026-11-23', undefined],
  ['2026-11-28', '28/11/2026 é um sábado: não é dia útil.'],
  ['2026-11-29', '29/11/2026 é um domingo: não é dia útil.'],
  ['2026-12-25', '25/12/2026 é feriado (Natal): não é dia útil.'],
  ['2026-11-15', '15/11/2026 é um domingo e feriado (Proclamação da República): não é dia útil.'],
  ['2026-12-01', '01/12/2026 é feriado: não é dia útil.'],
])('says of %s: %s', (day, words) => expect(dayWords(day, holidays)).toBe(words))

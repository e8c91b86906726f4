import { expect, it } from 'vitest'
import { dueDaysWords } from './due-days.ts'

// proves 21.41
it.each([
  [{ from: '2026-11-20', to: '2026-11-20' }, '20/11/2026'],
  [{ from: '2026-11-01', to: '2026-11-30' }, 'de 01/11/2026 a 30/11/2026'],
  [{ from: '2026-11-01', to: undefined }, 'desde 01/11/2026'],
  [{ from: undefined, to: '2026-11-30' }, 'até 30/11/2026'],
  [{ from: undefined, to: undefined }, undefined],
])('%j in words: %s', (days, words) => expect(dueDaysWords(days)).toBe(words))

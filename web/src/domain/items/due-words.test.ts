import { expect, it } from 'vitest'
import { dueWords } from './due-words.ts'

const today = '2026-11-21'

it.each([
  ['2026-11-11', 'danger', 'atrasado há 10 dias'],
  ['2026-11-20', 'danger', 'atrasado há 1 dia'],
  ['2026-11-21', 'pending', 'vence hoje'],
  ['2026-11-22', 'pending', 'vence amanhã'],
  ['2026-11-24', 'pending', 'vence em 3 dias'],
  ['2026-12-24', 'neutral', ''],
])('%s is %s: %s', (date, tone, words) => expect(dueWords(date, today)).toEqual({ tone, words }))

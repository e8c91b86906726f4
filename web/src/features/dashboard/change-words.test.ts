import { expect, it } from 'vitest'
import { changeWords } from './change-words.ts'

it.each([
  [12, '12 a mais que no período anterior'],
  [-1, '1 a menos que no período anterior'],
  [-1234, '1.234 a menos que no período anterior'],
  [0, 'igual ao período anterior'],
])('a difference of %d', (difference, words) => expect(changeWords(difference)).toBe(words))

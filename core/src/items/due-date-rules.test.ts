import { expect, it } from 'vitest'
import { dueDateProblem } from './due-date-rules.ts'

const today = '2026-11-21'

it.each([
  ['2026-11-21', null, undefined],
  ['2026-11-20', null, 'O prazo não pode ser anterior a hoje'],
  ['2026-11-28', '2026-11-27', undefined],
  ['2026-11-27', '2026-11-27', 'O novo prazo deve ser posterior a 27/11/2026'],
  ['2026-11-26', '2026-11-27', 'O novo prazo deve ser posterior a 27/11/2026'],
  // A past deadline may be moved to a later day that is also past.
  ['2026-11-12', '2026-11-10', undefined],
])('a due date of %s where it was %s: %s', (date, present, problem) => {
  expect(dueDateProblem(date, present, today)).toBe(problem)
})

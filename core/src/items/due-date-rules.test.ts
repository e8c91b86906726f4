import { expect, it } from 'vitest'
import { dueDateProblem } from './due-date-rules.ts'

const today = '2026-11-21'

it.each([
  ['2026-11-21', null, undefined],
  ['2026-11-20', null, 'A data deve ser hoje ou posterior.'],
  ['2026-11-28', '2026-11-27', undefined],
  ['2026-11-27', '2026-11-27', 'O novo prazo deve ser posterior a 27/11/2026'],
  ['2026-11-26', '2026-11-27', 'O novo prazo deve ser posterior a 27/11/2026'],
  ['2026-11-21', '2026-11-10', undefined],
  // Moving a past deadline to another past day would be late at once.
  ['2026-11-20', '2026-11-10', 'A data deve ser hoje ou posterior.'],
])('a due date of %s where it was %s: %s', (date, present, problem) => {
  expect(dueDateProblem(date, present, today)).toBe(problem)
})

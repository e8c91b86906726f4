import { expect, it } from 'vitest'
import { dueDateProblem, dueLimitProblem, earliestDueDate, withinLimit } from './due-date-rules.ts'

const today = '2026-11-21'

// proves 11.9, 17.8
it.each([
  ['2026-11-21', null, undefined],
  ['2026-11-20', null, 'A data deve ser hoje ou posterior.'],
  ['2026-11-28', '2026-11-27', undefined],
  ['2026-11-27', '2026-11-27', 'O novo prazo deve ser posterior a 27/11/2026'],
  ['2026-11-26', '2026-11-27', 'O novo prazo deve ser posterior a 27/11/2026'],
  ['2026-11-21', '2026-11-10', undefined],
  ['2026-11-21', '2026-11-21', 'O novo prazo deve ser posterior a 21/11/2026'],
  ['2026-11-22', '2026-11-21', undefined],
  ['2026-11-21', '2026-11-20', undefined],
  // Moving a past deadline to another past day would be late at once.
  ['2026-11-20', '2026-11-10', 'A data deve ser hoje ou posterior.'],
])('a due date of %s where it was %s: %s', (date, present, problem) => {
  expect(dueDateProblem(date, present, today)).toBe(problem)
})

it.each([
  [null, today],
  ['2026-11-20', today],
  [today, '2026-11-22'],
  ['2026-12-31', '2027-01-01'],
])('the earliest due date after %s is %s', (present, earliest) =>
  expect(earliestDueDate(present, today)).toBe(earliest),
)

const limit = { returnDate: '2026-12-01', department: 'Arquivo' }

it.each([
  ['2026-12-02', null, undefined],
  ['2026-12-01', limit, undefined],
  ['2026-12-02', limit, 'O prazo não pode passar de 01/12/2026, quando o item volta a Arquivo.'],
])('a due date of %s within %j: %s', (date, within, problem) => expect(dueLimitProblem(date, within)).toBe(problem))

it.each([
  [null, null, null],
  ['2026-12-02', null, '2026-12-02'],
  [null, limit, '2026-12-01'],
  ['2026-11-30', limit, '2026-11-30'],
  ['2026-12-02', limit, '2026-12-01'],
])('a computed date of %s within %j becomes %s', (date, within, due) => expect(withinLimit(date, within)).toBe(due))

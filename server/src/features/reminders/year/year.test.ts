import { expect, it } from 'vitest'
import { isLong } from '../../../test/fuzz-runs.ts'
import { easter } from './model.test-setup.ts'
import { simulate } from './simulate.test-setup.ts'

/** `SIMULATED_RETURNS=10000` lives through a whole year with so many returns; without it, the test lives through Carnival. */
const isWholeYear = process.env.SIMULATED_RETURNS !== undefined
const period = isWholeYear
  ? { from: '2026-01-01', to: '2026-12-31', returns: Number(process.env.SIMULATED_RETURNS), departments: 8 }
  : isLong
    ? { from: '2026-02-02', to: '2026-04-10', returns: 200, departments: 4 }
    : { from: '2026-02-09', to: '2026-03-06', returns: 40, departments: 3 }

it.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
])('the model knows Easter of %i', (year, day) => expect(easter(year)).toBe(day))

// proves 11.19, 11.20, 20.8, 20.18, 21.33
it('every reminder comes on its day, once, and to the right people', async () => {
  const { examples, ...figures } = await simulate({ ...period, seed: Number(process.env.SIMULATED_SEED ?? 20_261_123) })
  if (isWholeYear) console.log(JSON.stringify(figures, null, 2))
  expect(examples).toEqual([])
  expect(figures).toMatchObject({ wrong: 0, double: 0, backDated: 0, severalMessages: 0 })
  expect(figures.mails).toBe(figures.notices)
  expect(figures.mails).toBeGreaterThan(period.returns / 2)
}, 3_600_000)

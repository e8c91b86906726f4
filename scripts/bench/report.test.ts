import { expect, it } from 'vitest'
import { type Measurement, measured } from './load.ts'
import { median, ratioOf, summary, table } from './report.ts'

const measurement = (perSecond: number): Measurement => ({ perSecond, p50: 1, p99: 2, refused: 0, cpu: Number.NaN })

it('takes the middle one, or the mean of the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([1, 2, 3, 100])).toBe(2.5)
})

it('compares within each round, so that a slow round does not decide', () => {
  const ours = [60, 6, 60].map(measurement)
  const floor = [100, 10, 80].map(measurement)
  expect(ratioOf(ours, floor)).toBeCloseTo(0.6)
})

it('reads percentiles off the latencies', () => {
  const latencies = Array.from({ length: 100 }, (_, index) => index + 1)
  expect(measured(latencies, 10)).toMatchObject({ perSecond: 10, p50: 51, p99: 100 })
})

it('tells of refused answers in the table, which are no speed', () => {
  const ours = summary([measurement(10), { ...measurement(12), refused: 3 }])
  const text = table([{ what: 'list', ours, result: '70 %', bar: '≥ 60 %', verdict: 'met' }])
  expect(text).toContain('70 % (3 refused!)')
  expect(text.split('\n')).toHaveLength(3)
})

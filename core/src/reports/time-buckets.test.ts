import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysBetween } from '../shared/civil-date.ts'
import { periodRange, periods } from '../shared/period.ts'
import { timeBuckets } from './time-buckets.ts'

const today = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))

it('the points of a line are the period, without gaps and overlaps', () => {
  fc.assert(
    fc.property(fc.constantFrom(...periods), today, (period, day) => {
      const buckets = timeBuckets(period, day)
      const { from, to } = periodRange(period, day)
      expect(buckets[0]?.from).toBe(from)
      expect(buckets.at(-1)?.to).toBe(to)
      for (const [index, bucket] of buckets.entries()) {
        expect(daysBetween(bucket.from, bucket.to)).toBeGreaterThanOrEqual(0)
        const next = buckets[index + 1]
        if (next) expect(addDays(bucket.to, 1)).toBe(next.from)
      }
    }),
  )
})

it.each([
  ['week', 7, '15/11', '21/11'],
  ['month', 30, '23/10', '21/11'],
  ['quarter', 13, '24/08', '16/11'],
  ['year', 13, '11/2025', '11/2026'],
] as const)('a %s has %d points', (period, count, first, last) => {
  const buckets = timeBuckets(period, '2026-11-21')
  expect(buckets).toHaveLength(count)
  expect([buckets[0]?.label, buckets.at(-1)?.label]).toEqual([first, last])
})

import { expect, it } from 'vitest'
import { dashboardSearch, periodOf } from './dashboard-search.ts'

it.each([
  [undefined, 'month'],
  ['month', 'month'],
  ['year', 'year'],
  ['century', 'month'],
  [7, 'month'],
])('the period %s in the address is %s', (period, expected) =>
  expect(periodOf(dashboardSearch({ period }))).toBe(expected),
)

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { progressOf } from './protocol-progress.ts'

// proves 2.6.2
it.each([
  [0, 0, 0, { done: 0, total: 0, percent: 0 }],
  [3, 0, 0, { done: 0, total: 3, percent: 0 }],
  [3, 1, 1, { done: 2, total: 3, percent: 67 }],
  [2, 1, 1, { done: 2, total: 2, percent: 100 }],
  [2, 2, 2, { done: 4, total: 2, percent: 100 }],
])('of %i items %i completed and %i returned: %j', (totalItems, completedItems, returnedItems, expected) => {
  expect(progressOf({ totalItems, completedItems, returnedItems })).toEqual(expected)
})

// proves 9.7
it('stays between 0 and 100 and never falls when one more item is done', () => {
  const count = fc.nat(1000)
  fc.assert(
    fc.property(count, count, count, (totalItems, completedItems, returnedItems) => {
      const before = progressOf({ totalItems, completedItems, returnedItems }).percent
      const after = progressOf({ totalItems, completedItems: completedItems + 1, returnedItems }).percent
      return before >= 0 && after <= 100 && after >= before
    }),
  )
})

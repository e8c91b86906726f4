import { expect, it } from 'vitest'
import { countWords, dueCountsOf, loadOf, monthTotals } from './due-counts.ts'

const day = (toReturn: number, toReceive: number, overdue = 0) => ({ date: '2026-11-20', toReturn, toReceive, overdue })

// proves 21.40
it('shows both sides of a department, and one count to those who see everything', () => {
  expect(dueCountsOf(day(3, 2), false)).toEqual([
    { side: 'toReturn', count: 3 },
    { side: 'toReceive', count: 2 },
  ])
  expect(dueCountsOf(day(3, 3), true)).toEqual([{ count: 3 }])
  expect(dueCountsOf(day(0, 2), false)).toEqual([{ side: 'toReceive', count: 2 }])
  expect(dueCountsOf(day(0, 0), false)).toEqual([])
  expect(dueCountsOf({ date: '2026-11-20' } as never, true)).toEqual([])
})

it.each([
  [{ side: 'toReturn', count: 1 }, '1 a devolver'],
  [{ side: 'toReceive', count: 1200 }, '1.200 a receber'],
  [{ count: 1 }, '1 item'],
  [{ count: 2 }, '2 itens'],
] as const)('%j in words: %s', (count, words) => expect(countWords(count)).toBe(words))

it('sums up a month', () => {
  expect(monthTotals([day(3, 2, 4), day(1, 0)], false)).toEqual({
    counts: [
      { side: 'toReturn', count: 4 },
      { side: 'toReceive', count: 2 },
    ],
    overdue: 4,
  })
  expect(monthTotals([], true)).toEqual({ counts: [], overdue: 0 })
})

it.each([
  [5, 10, 50],
  [10, 10, 100],
  [0, 0, 0],
])('%i of at most %i is %i %%', (count, highest, percent) => expect(loadOf(count, highest)).toBe(percent))

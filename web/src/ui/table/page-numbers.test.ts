import { expect, it } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

// proves 2.12.7, 9.13
it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, 2, 3, 4, 'gap-after', 6]],
  [3, 20, [1, 2, 3, 4, 'gap-after', 20]],
  [4, 20, [1, 'gap-before', 3, 4, 5, 'gap-after', 20]],
  [10, 20, [1, 'gap-before', 9, 10, 11, 'gap-after', 20]],
  [17, 20, [1, 'gap-before', 16, 17, 18, 'gap-after', 20]],
  [18, 20, [1, 'gap-before', 17, 18, 19, 20]],
  [20, 20, [1, 'gap-before', 17, 18, 19, 20]],
])('on page %d of %d shows %j', (current, last, expected) => expect(pageNumbers(current, last)).toEqual(expected))

it('shows five numbers at most, the current one among them, wherever one is', () => {
  for (let last = 1; last <= 12; last += 1) {
    for (let page = 1; page <= last; page += 1) {
      const numbers = pageNumbers(page, last).filter((one) => typeof one === 'number')
      expect(numbers).toHaveLength(Math.min(5, last))
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(numbers).toEqual(expect.arrayContaining([1, page, last]))
    }
  }
})

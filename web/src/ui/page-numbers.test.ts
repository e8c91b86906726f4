import { expect, it } from 'vitest'
import { pageNumbers } from './page-numbers.ts'

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 20, [1, 2, 3, 4, 5, 'gap-after', 20]],
  [4, 20, [1, 2, 3, 4, 5, 6, 'gap-after', 20]],
  [10, 20, [1, 'gap-before', 8, 9, 10, 11, 12, 'gap-after', 20]],
  [20, 20, [1, 'gap-before', 16, 17, 18, 19, 20]],
])('on page %d of %d shows %j', (current, last, expected) => expect(pageNumbers(current, last)).toEqual(expected))

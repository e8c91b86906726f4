import { expect, it } from 'vitest'
import { pageNumber } from './pagination.ts'

it.each([
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['abc', 1],
  [undefined, 1],
  ['1000000000', 1_000_000],
  ['99999999999999999999', 1_000_000],
  ['1.5', 1],
])('page %j is page %i', (text, page) => expect(pageNumber.parse(text)).toBe(page))

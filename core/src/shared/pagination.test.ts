import { expect, it } from 'vitest'
import { pageNumber, perPage } from './pagination.ts'

// proves 9.3, 12.11
it.each([
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['abc', 1],
  [undefined, 1],
  ['1000000000', 1_000_000],
  ['99999999999999999999', 1_000_000],
  ['1.5', 1],
  ['0x3', 1],
  ['3e0', 1],
  ['+3', 1],
  [' 3 ', 1],
])('page %j is page %i', (text, page) => expect(pageNumber.parse(text)).toBe(page))

it.each([
  ['25', 25],
  [25, 25],
  ['26', 10],
  ['0x19', 10],
  ['2.5e1', 10],
  [undefined, 10],
])('%j rows to a page are %i', (text, size) => expect(perPage.parse(text)).toBe(size))

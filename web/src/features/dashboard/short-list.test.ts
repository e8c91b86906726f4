import { expect, it } from 'vitest'
import { shortList } from './dashboard.api.ts'

it.each([
  ['', ''],
  ['abc', 'abc'],
  ['ABCDEFG', 'ABCDE'],
  ['abcdefg', 'abcde'],
  ['ABCDEFabcd', 'ABCab'],
  ['ABCDEFa', 'ABCDa'],
  ['Aabcdefg', 'Aabcd'],
])('of %s, with the late ones in capitals, shows %s', (rows, shown) => {
  expect(shortList([...rows], (row) => row === row.toUpperCase()).join('')).toBe(shown)
})

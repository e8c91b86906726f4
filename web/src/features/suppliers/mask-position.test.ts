import { expect, it } from 'vitest'
import { positionAfter } from './mask-position.ts'

it.each([
  ['', '11.222', 0],
  ['11', '11.222', 2],
  ['11.2', '11.222', 4],
  ['11.222', '11.222.3', 6],
  ['11.222.333/0001-81', '11.222.333/0001-81', 18],
  ['11.222.333/0001-81', '11', 2],
])('what stood behind %j in the text stands in %j at %d', (before, masked, position) =>
  expect(positionAfter(before, masked)).toBe(position),
)

import { expect, it } from 'vitest'
import { chosenIn, ofList, rangeOf, withPage } from './use-selection.ts'

const rows = (...ids: number[]) => ids.map((id) => ({ id }))

it.each([
  [1, 3, [1, 2, 3]],
  [3, 1, [1, 2, 3]],
  [2, 2, [2]],
  [null, 2, [2]],
  [9, 2, [2]],
])('a range from %s to %s covers %j', (from, to, range) => expect(rangeOf([1, 2, 3, 4], from, to)).toEqual(range))

// proves 17.51
it('rows of other pages stay known, in the order in which they were chosen', () => {
  const known = withPage(withPage(ofList('all'), '1', rows(1, 2)), '2', rows(3, 4))
  expect(chosenIn(known, [4, 1])).toEqual(rows(4, 1))
})

// proves 17.51
it('a row that has left its page must be looked up again', () => {
  const known = withPage(withPage(ofList('all'), '1', rows(1, 2)), '1', rows(2, 3))
  expect(chosenIn(known, [1, 2, 3])).toEqual(rows(2, 3))
})

it('the same rows change nothing', () => {
  const page = rows(1)
  const known = withPage(ofList('all'), '1', page)
  expect(withPage(known, '1', page)).toBe(known)
})

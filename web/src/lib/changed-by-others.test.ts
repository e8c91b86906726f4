import { expect, it } from 'vitest'
import { changedByOthers, isByOthers } from './changed-by-others.ts'

const page = (...ids: number[]) => ({ data: ids.map((id) => ({ id })), meta: { total: ids.length } })

it('knows which answer, and which list in it, took the place of which because of others', () => {
  const [first, second, third] = [page(1), page(2, 1), page(3, 2, 1)]
  changedByOthers(first, second)
  expect(isByOthers(first, second)).toBe(true)
  expect(isByOthers(first.data, second.data)).toBe(true)
  changedByOthers(second, third)
  expect(isByOthers(second.data, third.data)).toBe(true)
})

it('does not take an answer for news that was there before, or that somebody asked for', () => {
  const [first, second, other] = [page(1), page(2), page(3)]
  changedByOthers(first, second)
  expect(isByOthers(other.data, second.data)).toBe(false) // another page of the list, cached
  expect(isByOthers(first, other)).toBe(false)
  expect(isByOthers(undefined, second)).toBe(false)
  changedByOthers(second, second)
  expect(isByOthers(second, second)).toBe(false)
  changedByOthers(undefined, null)
})

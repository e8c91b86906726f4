import { expect, it } from 'vitest'
import { allPages } from './all-pages.ts'

const pages = [[1, 2, 3], [4, 5, 6], [7]]
const load = async (page: number) => ({ data: pages[page - 1] ?? [], meta: { lastPage: pages.length } })

it.each([
  [100, [1, 2, 3, 4, 5, 6, 7]],
  [5, [1, 2, 3, 4, 5]],
  [3, [1, 2, 3]],
])('reads up to %i rows of all pages', async (limit, rows) => expect(await allPages(load, limit)).toEqual(rows))

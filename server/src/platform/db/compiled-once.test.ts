import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { compiledOnce } from './compiled-once.ts'

const { db } = await testApp()

it('is compiled once and run with other values, each of which may have several places', async () => {
  let builds = 0
  const run = compiledOnce<{ first: number; second: string | null }, { sum: number; text: string | null }>((place) => {
    builds += 1
    return sql`select ${place('first')}::int + ${place('first')}::int + ${10}::int as sum, ${place('second')}::text as text`
  })
  expect(await run(db, { second: 'a', first: 1 })).toEqual([{ sum: 12, text: 'a' }])
  expect(await run(db, { first: 2, second: null })).toEqual([{ sum: 14, text: null }])
  expect(builds).toBe(1)
})

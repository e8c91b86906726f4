import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { testApp } from '../../test/app.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { leaveUnwatched } from '../../test/watch-transactions.ts'
import { connect } from './connect.ts'
import { isRefusedCommit } from './dialect.ts'
import { compiledOnce } from './statements.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

/** Ten connections, three of them for transactions. */
function tenConnections() {
  const db = leaveUnwatched(connect(test.connectionString, { poolSize: 10, connectionTimeout: 120_000 }))
  onTestFinished(() => db.destroy())
  return db
}

/** Opens transactions and keeps them open until `finish`. */
function openTransactions(db: ReturnType<typeof connect>, count: number) {
  let finish = () => {}
  const isOver = new Promise<void>((resolve) => {
    finish = resolve
  })
  let begun = 0
  const done = Array.from({ length: count }, () =>
    db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      begun += 1
      await isOver
    }),
  )
  return { finish, done: Promise.all(done), begun: () => begun }
}

it('answers who reads while more people write than there are connections', async () => {
  const db = tenConnections()
  const { finish, done, begun } = openTransactions(db, 20)
  await expect.poll(begun).toBe(3)

  const answers = await Promise.all(Array.from({ length: 20 }, () => sql`select 1 as one`.execute(db)))

  expect(answers.map(({ rows }) => rows)).toEqual(Array.from({ length: 20 }, () => [{ one: 1 }]))
  expect(begun()).toBe(3)
  finish()
  await done
  expect(begun()).toBe(20)
})

it('reads inside of a transaction what the transaction has written', async () => {
  const db = tenConnections()
  const id = await db.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('departments')
      .values({ name: 'Arquivo' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await trx.selectFrom('departments').select('name').where('id', '=', made.id).execute()).toHaveLength(1)
    expect(await db.selectFrom('departments').select('name').where('id', '=', made.id).execute()).toHaveLength(0)
    return made.id
  })
  expect(await db.selectFrom('departments').select('name').where('id', '=', id).execute()).toHaveLength(1)
})

it('keeps to a single connection where it is given one', async () => {
  const db = connect(test.connectionString, { poolSize: 1 })
  onTestFinished(() => db.destroy())
  const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const inside = await db.transaction().execute((trx) => backend.execute(trx))
  expect((await backend.execute(db)).rows).toEqual(inside.rows)
})

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

it.each([
  ['a deferred foreign key', '23503', true],
  ['a collision', '40001', true],
  ['a deadlock', '40P01', true],
  ['an exception of a trigger', 'P0001', true],
  ['a completion that is unknown', '40003', false],
  ['a server that is being stopped', '57P01', false],
  ['a timeout', '57014', false],
  ['a connection that failed', '08006', false],
  ['an internal error', 'XX000', false],
  ['a socket', 'ECONNRESET', false],
])('takes %s (%s) as a refused commit: %s', (_what, code, isRefused) => {
  expect(isRefusedCommit(Object.assign(new Error('commit'), { code }))).toBe(isRefused)
})

it('takes an error without a code as one that says nothing', () => {
  expect(isRefusedCommit(new Error('Connection terminated unexpectedly'))).toBe(false)
})

/** As in a process that has prepared nothing yet: the names of a process are limited, and the files of a worker share them. */
async function inNewProcess() {
  vi.resetModules()
  return (await import('./preparing-client.ts')).statementName
}

// proves 19.10
it('names a statement alike in every process, whatever each has prepared before', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `select $1::int + ${index}`)
  const here = texts.map(await inNewProcess())
  const there = texts
    .toReversed()
    .map(await inNewProcess())
    .reverse()

  expect(there).toEqual(here)
  expect(new Set(here).size).toBe(texts.length)
  // PostgreSQL and PgBouncer cut longer names.
  for (const name of here) expect(name).toMatch(/^malote_[\w-]{24}$/)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { connect } from './connect.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

/** Ten connections, three of them for transactions. */
function tenConnections() {
  const db = connect(test.connectionString, { poolSize: 10 })
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

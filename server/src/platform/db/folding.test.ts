import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { buildCategory, buildDepartment, buildItemType, buildProtocol, buildUser } from '../../test/builders.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { isLong } from '../../test/fuzz-runs.ts'
import { connect } from './connect.ts'
import { foldLedgers, startFolding } from './folding.ts'
import { findBrokenInvariants } from './invariants.ts'

let database: TestDatabase
let ends: { originDepartmentId: number; destinationDepartmentId: number; createdBy: number }

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  const originDepartmentId = (await buildDepartment(db)).id
  const destinationDepartmentId = (await buildDepartment(db)).id
  const { id: createdBy } = await buildUser(db, { departmentId: originDepartmentId })
  ends = { originDepartmentId, destinationDepartmentId, createdBy }
})

afterAll(() => database.drop())

const log = { error: (details: object) => expect.unreachable(JSON.stringify(details)) }

const tailLength = async () => {
  const { rows } = await sql<{ n: number }>`
    select (select count(*) from protocol_ledger) + (select count(*) from item_ledger)
      + (select count(*) from category_ledger) as n`.execute(database.db)
  return rows[0]?.n
}

it('moves the tail into the folded tables, and the figures stay what they were', async () => {
  const { db } = database
  const { items } = await buildProtocol(db, { ...ends, status: 'Em andamento', items: [{}, {}] })
  await db
    .updateTable('items')
    .set({ returnDate: '2999-01-01' })
    .where('id', '=', items[0]?.id ?? 0)
    .execute()
  expect(await findBrokenInvariants(db)).toEqual([])

  expect(await foldLedgers(db)).toBeGreaterThan(0)
  expect(await tailLength()).toBe(0)
  expect(await findBrokenInvariants(db)).toEqual([])
  expect(await foldLedgers(db)).toBe(0)
})

it('leaves no row for a day on which nothing is open any more', async () => {
  const { db } = database
  const day = '2020-02-03'
  const { items } = await buildProtocol(db, { ...ends, items: [{ returnDate: day }] })
  await foldLedgers(db)
  await db
    .deleteFrom('items')
    .where('id', '=', items[0]?.id ?? 0)
    .execute()
  await foldLedgers(db)
  const { rows } = await sql`select from folded.open_returns where return_date = ${day}`.execute(db)
  expect(rows).toEqual([])
})

it('does not wait for somebody else who folds', async () => {
  const { db } = database
  await buildProtocol(db, ends)
  await db.transaction().execute(async (trx) => {
    expect(await foldLedgers(trx)).toBeGreaterThan(0)
    expect(await foldLedgers(db)).toBe(0)
  })
  expect(await findBrokenInvariants(db)).toEqual([])
})

it('tidies the ledgers up after many rows', async () => {
  const { db } = database
  const vacuums = async () => {
    await sql`select pg_stat_force_next_flush(), pg_stat_clear_snapshot()`.execute(db)
    const { rows } = await sql<{ n: number }>`
      select vacuum_count as n from pg_stat_user_tables where relname = 'protocol_ledger'`.execute(db)
    return rows[0]?.n
  }
  const before = (await vacuums()) ?? 0
  // Changes that cancel each other out.
  await sql`
    insert into protocol_ledger (origin_department_id, destination_department_id, day, status, created_by, seconds_to_complete, n)
    select ${ends.originDepartmentId}, ${ends.destinationDepartmentId}, '2026-01-05', 'Pendente', ${ends.createdBy}, 0,
      case when n % 2 = 0 then 1 else -1 end
    from generate_series(1, 6000) n`.execute(db)
  const stop = startFolding({ db, log })
  onTestFinished(stop)
  await expect.poll(vacuums).toBeGreaterThan(before)
  expect(await findBrokenInvariants(db)).toEqual([])
})

/** Names of the figures that differ from the facts in the same snapshot. */
const differences = sql<{ figure: string }>`
  select figure from (values
    ('protocol_totals', (select coalesce(sum(n), 0) from protocol_totals), (select count(*) from protocols)),
    ('department_totals', (select coalesce(sum(n_origin), 0) from department_totals), (select count(*) from protocols)),
    ('protocol_daily', (select coalesce(sum(n_origin), 0) from protocol_daily), (select count(*) from protocols)),
    ('pair_monthly', (select coalesce(sum(n), 0) from pair_monthly), (select count(*) from protocols)),
    ('pending', (select coalesce(sum(n), 0) from protocol_totals where status = 'Pendente'),
      (select count(*) from protocols where status = 'Pendente')),
    ('item_type_totals', (select coalesce(sum(n), 0) from item_type_totals), (select count(*) from items)),
    ('category_totals', (select coalesce(sum(n), 0) from category_totals),
      (select count(distinct (protocol_id, category_id)) from items where category_id is not null)),
    ('return_totals', (select coalesce(sum(n), 0) from return_totals where status = 'retornado'),
      (select count(*) from items where status = 'retornado' and not in_cancelled_protocol))
  ) figures (figure, kept, counted)
  where kept <> counted`

// proves 13.3
it('never makes a figure waver while protocols are created, changed and folded', async () => {
  const { connectionString } = database
  const db = connect(connectionString, { poolSize: 8 })
  onTestFinished(() => db.destroy())
  const { id: itemTypeId } = await buildItemType(db)
  const { id: categoryId } = await buildCategory(db)
  let isOver = false

  const write = async () => {
    for (let n = 0; n < (isLong ? 25 : 6); n += 1) {
      const { id, items } = await db
        .transaction()
        .execute((trx) => buildProtocol(trx, { ...ends, items: [{ itemTypeId, categoryId }, { itemTypeId }] }))
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('protocols')
          .set({ status: 'Em andamento', receivedAt: new Date(), receivedBy: ends.createdBy })
          .where('id', '=', id)
          .execute()
        await trx
          .updateTable('items')
          .set({ status: 'retornado', actualReturnDate: new Date(), returnedBy: ends.createdBy, categoryId })
          .where('protocolId', '=', id)
          .execute()
      })
      if (n % 3 === 0)
        await db.insertInto('items').values({ protocolId: id, position: 3, itemTypeId, categoryId }).execute()
      if (n % 5 === 0)
        await db
          .updateTable('items')
          .set({ categoryId: null })
          .where('id', '=', items[0]?.id ?? 0)
          .execute()
    }
  }
  const fold = async () => {
    let moved = 0
    for (; !isOver; await pass(5)) moved += await foldLedgers(db)
    return moved
  }
  const read = async () => {
    const found: string[] = []
    while (!isOver) for (const { figure } of (await differences.execute(db)).rows) found.push(figure)
    return found
  }
  const others = Promise.all([fold(), fold(), read(), read()])
  await Promise.all([write(), write(), write()]).finally(() => {
    isOver = true
  })

  const [first, second, ...seen] = await others
  expect(first + second).toBeGreaterThan(0)
  expect(seen.flat()).toEqual([])
  expect(await findBrokenInvariants(db)).toEqual([])
  await foldLedgers(db)
  expect(await findBrokenInvariants(db)).toEqual([])
})

it('is as good as done by a rebuild, also while others write and fold', async () => {
  const { db } = database
  const rebuild = sql`select rebuild_derived()`
  await Promise.all([
    ...Array.from({ length: 10 }, () => db.transaction().execute((trx) => buildProtocol(trx, ends))),
    foldLedgers(db),
    rebuild.execute(db),
    foldLedgers(db),
    rebuild.execute(db),
  ])
  expect(await findBrokenInvariants(db)).toEqual([])
})

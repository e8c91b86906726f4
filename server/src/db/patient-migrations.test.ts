import { randomUUID } from 'node:crypto'
import { setTimeout as pass } from 'node:timers/promises'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { prepareDatabase } from '../prepare.ts'
import { testConfig } from '../test/config.ts'
import { databaseAt } from '../test/database-names.ts'
import { onServer } from '../test/on-server.ts'
import { withPatientDatabase } from './connect.ts'
import { findBrokenInvariants } from './invariants.ts'
import { migrateTo } from './migrate.ts'

/** What an operator, or a patient table, may do to a statement, in milliseconds. */
const timeout = 300

/** The version before the roll-ups of reports, the long numbers and the leaner indexes. */
const earlier = '20261122T0700-sessions-know-the-network'

const facts = `
  insert into departments (name) select 'Departamento ' || n from generate_series(1, 4) n;
  insert into users (name, email, role, department_id)
    select 'Pessoa ' || n, n || '@malote.test', 'Usuário', 1 + n % 4 from generate_series(1, 8) n;
  insert into item_types (name) values ('Contrato');
  insert into protocols (remarks, origin_department_id, destination_department_id, requires_return, created_by, created_at)
    select 'Remessa ' || n, 1 + n % 4, 1 + (n + 1) % 4, true, 1 + n % 8, now() - n * interval '1 day'
    from generate_series(1, 300) n;
  insert into items (protocol_id, position, document_number, item_type_id, reason, return_date)
    select id, position, id || '/2026', 1, 'Conferência', current_date + position
    from protocols, generate_series(1, 3) position;
  update items set status = 'retornado', actual_return_date = now(), returned_by = 1 where id % 5 = 0`

/** A database of an earlier version in which people have worked, and where every session gives up soon. */
async function oldDatabase(): Promise<string> {
  const server = inject('testServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const connectionString = databaseAt(server, name)
  await onServer(server, `create database ${name}`)
  onTestFinished(() => onServer(server, `drop database ${name} with (force)`))
  await withPatientDatabase(connectionString, (db) => migrateTo(db, earlier))
  await onServer(connectionString, facts)
  for (const setting of ['statement_timeout', 'lock_timeout']) {
    await onServer(server, `alter database ${name} set ${setting} = ${timeout}`)
  }
  return connectionString
}

/** Runs `work` while somebody keeps the items to themselves for longer than any session may wait. */
async function whileItemsAreHeld<Result>(connectionString: string, work: () => Promise<Result>): Promise<Result> {
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  try {
    await holder.query('begin; lock table items in access exclusive mode')
    const done = work()
    await Promise.race([done, pass(4 * timeout)])
    await holder.query('commit')
    return await done
  } finally {
    await holder.end()
  }
}

it('two instances bring a populated database of an earlier version up to date, however long they wait', async () => {
  const connectionString = await oldDatabase()
  const start = () => prepareDatabase(connectionString, testConfig(), new Date())

  await whileItemsAreHeld(connectionString, () => Promise.all([start(), start()]))

  await withPatientDatabase(connectionString, async (db) => {
    expect(await findBrokenInvariants(db)).toEqual([])
    const { n } = await db
      .selectFrom('items')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(900)
  })
})

it('a new time zone rebuilds what is kept by day, however long that takes', async () => {
  const connectionString = await oldDatabase()
  await prepareDatabase(connectionString, testConfig(), new Date())
  const config = testConfig({ APP_TIMEZONE: 'Pacific/Auckland' })

  await whileItemsAreHeld(connectionString, () => prepareDatabase(connectionString, config, new Date()))

  await withPatientDatabase(connectionString, async (db) => {
    expect(await findBrokenInvariants(db)).toEqual([])
    const { timeZone } = await db.selectFrom('settings').select('timeZone').executeTakeFirstOrThrow()
    expect(timeZone).toBe('Pacific/Auckland')
  })
})

import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { prepareDatabase } from '../../app/prepare.ts'
import { testConfig } from '../../test/config.ts'
import { testDatabase } from '../../test/database.ts'
import { onServer } from '../../test/on-server.ts'
import { withPatientDatabase } from './connect.ts'
import { findBrokenInvariants } from './invariants.ts'
import { type DatabaseDefinition, ourDefinition } from './migrate.ts'

/** Statement and lock timeout that an operator may have set, in milliseconds. */
const timeout = 300

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

/** A database of this release with data, where every session has short timeouts. */
async function populatedDatabase(): Promise<string> {
  const server = inject('testServer')
  const { connectionString, drop } = await testDatabase()
  onTestFinished(drop)
  await onServer(connectionString, facts)
  const name = connectionString.match(/test_[0-9a-f]+/)?.[0]
  for (const setting of ['statement_timeout', 'lock_timeout']) {
    await onServer(server, `alter database ${name} set ${setting} = ${timeout}`)
  }
  return connectionString
}

const ownerAlone = (connectionString: string) => ({
  directConnectionString: connectionString,
  ownerConnectionString: connectionString,
})

/** A later release: a migration that updates every item, and a trigger that maintains the new column. */
function laterDefinition(): DatabaseDefinition {
  const { migrations, sqlFiles, release } = ourDefinition()
  const initials = `
    alter table items add initial text;
    alter table items disable trigger user;
    update items set initial = left(reason, 1);
    alter table items enable trigger user;
    create index items_initial_idx on items (initial);`
  const text = `
    create or replace function keep_initial() returns trigger language plpgsql
    as $$ begin new.initial := left(new.reason, 1); return new; end $$;
    create or replace trigger items_keep_initial before insert or update on items
    for each row execute function keep_initial();`
  return {
    migrations: [...migrations, { name: '29990101T0000-items-have-initials', text: initials }],
    sqlFiles: [...sqlFiles, { name: 'initials.sql', text, isNeededByTables: false }],
    release,
  }
}

/** Runs `work` while another session locks the table of items for longer than any session's timeout. */
async function whileItemsAreHeld<Result>(connectionString: string, work: () => Promise<Result>): Promise<Result> {
  const holder = new pg.Client({ connectionString, options: '-c statement_timeout=0' })
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
  const connectionString = await populatedDatabase()
  const start = () => prepareDatabase(ownerAlone(connectionString), testConfig(), new Date(), laterDefinition())

  await whileItemsAreHeld(connectionString, () => Promise.all([start(), start()]))

  await withPatientDatabase(connectionString, async (db) => {
    expect(await findBrokenInvariants(db)).toEqual([])
    const { n } = await db
      .selectFrom('items')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(n).toBe(900)
    await sql`update items set reason = 'Assinatura' where id = 1`.execute(db)
    const { rows } = await sql`select initial, count(*) as n from items group by 1 order by 1`.execute(db)
    expect(rows).toEqual([
      { initial: 'A', n: 1 },
      { initial: 'C', n: 899 },
    ])
  })
})

it('a new time zone rebuilds what is kept by day, however long that takes', async () => {
  const connectionString = await populatedDatabase()
  await prepareDatabase(ownerAlone(connectionString), testConfig(), new Date())
  const config = testConfig({ APP_TIMEZONE: 'Pacific/Auckland' })

  await whileItemsAreHeld(connectionString, () => prepareDatabase(ownerAlone(connectionString), config, new Date()))

  await withPatientDatabase(connectionString, async (db) => {
    expect(await findBrokenInvariants(db)).toEqual([])
    const { timeZone } = await db.selectFrom('settings').select('timeZone').executeTakeFirstOrThrow()
    expect(timeZone).toBe('Pacific/Auckland')
  })
})

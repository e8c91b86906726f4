import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildProtocol } from '../../test/builders.ts'
import { type TestDatabase, testDatabase } from '../../test/database.ts'
import { chainWholeHistory } from './chain/chain-history.ts'
import { migrateToLatest, ourDefinition } from './migrate.ts'
import { limitServerRole, roleOf } from './server-role.ts'

const hasTwoRoles = inject('testServer') !== inject('testServerRole')

describe.runIf(hasTwoRoles)('the role of the server', () => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await testDatabase()
    const { id } = await buildProtocol(database.db)
    await sql`insert into history (protocol_id, action) values (${id}, 'Protocolo criado')`.execute(database.serverDb)
  })

  afterAll(() => database.drop())

  // proves 18.55, V13.2.2, V16.4.2, V16.4.3
  it.each([
    [`update history set description = 'x'`],
    ['delete from history'],
    ['truncate history'],
    ['alter table history disable trigger user'],
    ['alter table history add column x int'],
    ['drop trigger history_is_append_only on history'],
    ['drop table history cascade'],
    [`update history_items set description = 'x'`],
    [`update typed_texts set body = 'x'`],
    ['delete from typed_texts'],
    ['update audit_events set actor_name = null'],
    ['delete from audit_events'],
    ['insert into history_chain (link, protocol_id, history_id, hash) values (1, 1, 1, sha256(null))'],
    ['update history_chain set salt = null'],
    ['update chain_progress set chained_to = 1000000'],
    [`insert into history_anchors (number, day, last_link, hash) values (1, '2026-01-01', 0, sha256('x'))`],
    [`update black_outs set reason = 'x'`],
    ['delete from black_outs'],
    ['delete from protocols'],
    ['truncate items'],
    ['create table public.own (n int)'],
    ['create or replace function public.refuse_change() returns trigger language sql as $$ select null $$'],
    ['set session_replication_role = replica'],
    [`copy history to program 'true'`],
    ['set role malote'],
  ])('may not: %s', async (statement) => {
    await expect(sql.raw(statement).execute(database.serverDb)).rejects.toThrow(
      /permission denied|must be owner|must be a superuser/,
    )
  })

  // The chain waits for open transactions of other tests, too.
  it('chains the history by a function of the owner', async () => {
    expect(await chainWholeHistory(database.serverDb)).toBe(1)
  })

  // proves 18.55
  it('loses rights that it was given since, at the next start', async () => {
    const { db, serverDb } = database
    const role = await roleOf(serverDb)
    await sql`grant update, delete, truncate on history to ${sql.id(role)}`.execute(db)
    await sql`revoke insert on comments from ${sql.id(role)}`.execute(db)
    await sql`grant create on schema public to public`.execute(db)
    await limitServerRole(db, role)

    const { rows } = await sql<{ kept: boolean }>`select
      not has_table_privilege(${role}, 'history', 'update, delete, truncate')
      and has_table_privilege(${role}, 'comments', 'insert')
      and not has_schema_privilege(${role}, 'public', 'create') as kept`.execute(db)
    expect(rows).toEqual([{ kept: true }])
  })

  it('takes over a job queue that the owner has made', async () => {
    const other = await testDatabase()
    try {
      const { db, connectionString, serverConnectionString } = other
      const owner = await roleOf(db)
      await sql`alter schema pgboss owner to ${sql.id(owner)}`.execute(db)
      await runQueue(connectionString)
      const role = await roleOf(other.serverDb)
      await limitServerRole(db, role)
      await runQueue(serverConnectionString)

      const { rows } = await sql`
        select distinct relowner::regrole::text as owner from pg_class
        where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p')`.execute(db)
      expect(rows).toEqual([{ owner: role }])
    } finally {
      await other.drop()
    }
  })

  it('has its rights to a new table from the moment in which others see the table', async () => {
    const { db, serverDb } = database
    const role = await roleOf(serverDb)
    const { migrations, ...definition } = ourDefinition()
    const next = { name: '29990101T0000-next', text: 'create table next_one (n int)' }
    let isDone = false
    const refusals = (async () => {
      const codes = new Set<string>()
      while (!isDone) await sql`table next_one`.execute(serverDb).catch(({ code }) => codes.add(code))
      return codes
    })()
    await migrateToLatest(db, { ...definition, migrations: [...migrations, next] }, (one) => limitServerRole(one, role))
    await sql`table next_one`.execute(serverDb)
    isDone = true
    // Undefined, never "permission denied".
    expect([...(await refusals)]).toEqual(['42P01'])
  })

  // proves V13.2.2
  it('must not be the owner', async () => {
    const { db } = database
    await expect(limitServerRole(db, await roleOf(db))).rejects.toThrow(/pode tudo o que o dono do banco pode/)
  })
})

async function runQueue(connectionString: string) {
  const boss = new PgBoss({ connectionString, max: 2, createSchema: false })
  boss.on('error', () => {}) // a session may outlive its pool, until the database is dropped
  await boss.start()
  await boss.createQueue('mail')
  await boss.stop({ graceful: true, timeout: 2_000 })
}

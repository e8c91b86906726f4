import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { buildUser } from '../../../test/builders.ts'
import { withPatientDatabase } from '../connect.ts'
import { type DatabaseDefinition, migrateToLatest, ourDefinition } from '../migrate.ts'
import { describeUpgrade, foreseeUpgrade, type Upgrade } from './foresee-upgrade.ts'
import { effectsOf } from './statement-effects.ts'

describe('what a statement does to a table', () => {
  it.each([
    ['alter table items add column note text', 'quick'],
    ["alter table items add note text not null default 'a, b; c'", 'quick'],
    ['alter table items add column key uuid not null default gen_random_uuid()', 'rewrite'],
    ['alter table items add column initial text generated always as (left(reason, 1)) stored', 'rewrite'],
    ['alter table items alter column position type bigint', 'rewrite'],
    ['alter table items add constraint c check (position > 0)', 'scan'],
    ['alter table items add constraint c check (position > 0) not valid', 'quick'],
    ['alter table items validate constraint c', 'scan'],
    ['alter table items alter column reason set not null', 'scan'],
    ['alter table items add constraint c unique (document_number)', 'index'],
    ['create unique index i on public.items using btree (reason)', 'index'],
    ['update items set reason = 1', 'rewrite'],
    ['delete from "items"', 'rewrite'],
    ['insert into notes select id from items', 'scan'],
    ['alter table items drop column reason', 'quick'],
  ])('%s', (statement, kind) => {
    expect(effectsOf(statement)).toMatchObject([{ table: 'items', kind }])
  })

  // proves 19.13
  it('sees every part of a statement and every statement of a text, and leaves new tables out', () => {
    const text = `
      -- alter table users drop column name;
      create table notes (id int, text text);
      create index notes_idx on notes (text);
      alter table protocols add column a int, add constraint c check (a in (1, 2)), validate constraint d;
      create function f() returns void language sql as $$ update users set name = ''; $$;
      update folded.protocol_daily set n = 0`
    expect(effectsOf(text).map(({ table, kind }) => `${table} ${kind}`)).toEqual([
      ...['protocols quick', 'protocols scan', 'protocols scan'],
      'folded.protocol_daily rewrite',
    ])
  })
})

/** This release with one more migration and one more file. */
function laterDefinition(statements: string): DatabaseDefinition {
  const { migrations, sqlFiles, release } = ourDefinition()
  return {
    migrations: [...migrations, { name: '29990101T0000-later', text: statements }],
    sqlFiles: [
      ...sqlFiles,
      { name: 'later.sql', text: 'create or replace view later as select 1 as one', isNeededByTables: false },
    ],
    release: [release[0] ?? 0, (release[1] ?? 0) + 1, 0],
  }
}

describe('the check before an upgrade', () => {
  // proves 19.13
  it('says what will happen, and changes nothing', async () => {
    const { connectionString, db } = await testApp({ ownDatabase: true })
    await buildUser(db)
    const later = laterDefinition('alter table users add column nickname text; create index on users (nickname)')
    const facts = async () =>
      (await sql`select pg_current_wal_insert_lsn()::text, (select count(*) from pg_class)`.execute(db)).rows
    const before = await sql`select name from migrations order by name`.execute(db)
    const objects = await facts()

    const upgrade = await withPatientDatabase(connectionString, (owner) => foreseeUpgrade(owner, later))
    expect(upgrade).toMatchObject({
      isOlder: false,
      migrations: [
        {
          name: '29990101T0000-later',
          steps: [
            { table: 'users', kind: 'quick', seconds: 0 },
            { table: 'users', kind: 'index', bytes: expect.any(Number) },
          ],
        },
      ],
      files: ['later.sql'],
    })
    const text = describeUpgrade(upgrade, later.release).join('\n')
    expect(text).toMatch(
      /Migrações a aplicar: 1\.\n {2}29990101T0000-later\n {4}users \(.* linhas?, \d+ MB\): acrescenta uma coluna; imediato/,
    )
    expect(text).toContain('Tempo estimado: menos de 1 segundo.')

    expect((await sql`select name from migrations order by name`.execute(db)).rows).toEqual(before.rows)
    expect((await facts())[0]).toMatchObject({ count: (objects[0] as { count: number }).count })
  })

  it('warns of a pause in which requests would fail', () => {
    const upgrade = (seconds: number): Upgrade => ({
      from: '1.0.0',
      isOlder: false,
      migrations: [
        { name: 'later', steps: [{ table: 'items', what: 'x', kind: 'rewrite', rows: 1e6, bytes: 1e9, seconds }] },
      ],
      files: [],
    })
    const warning = /mais de 30 segundos verá um erro \(503\)/
    expect(describeUpgrade(upgrade(30), [1, 1, 0]).join('\n')).not.toMatch(warning)
    expect(describeUpgrade(upgrade(31), [1, 1, 0]).join('\n')).toMatch(warning)
  })

  // proves 19.13
  it('knows that there is nothing to do, and all migrations of this release by their statements', async () => {
    const { connectionString } = await testApp()
    const now = await withPatientDatabase(connectionString, (owner) => foreseeUpgrade(owner))
    expect(now).toMatchObject({ migrations: [], files: [] })
    expect(describeUpgrade(now, ourDefinition().release).at(-1)).toBe('Nada a mudar: a atualização é imediata.')
  })
})

// proves 19.14
it('an upgrade that fails leaves the database and the servers of the version before as they are', async () => {
  const { connectionString, db, as } = await testApp({ ownDatabase: true })
  const person = await buildUser(db)
  const failing = laterDefinition('alter table users alter column name drop not null; select 1 / 0')
  const schema = () =>
    sql`select column_name, is_nullable from information_schema.columns where table_name = 'users' order by 1`.execute(
      db,
    )
  const before = await schema()

  const upgrade = withPatientDatabase(connectionString, (owner) => migrateToLatest(owner, failing))
  await expect(upgrade).rejects.toThrow(
    'A atualização do banco de dados falhou em 29990101T0000-later: division by zero.',
  )

  expect((await schema()).rows).toEqual(before.rows)
  expect((await as(person).get('/api/protocols')).status).toBe(200)
  expect((await as(person).get('/api/auth/me')).body.uname ?? person.name).toBe(person.name)
})

import { readdirSync } from 'node:fs'
import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import type { Db } from './connect.ts'
import { type DatabaseDefinition, migrateToLatest, ourDefinition } from './migrate.ts'
import { ourSqlFiles, type SqlFile } from './sql-files.ts'

async function database(): Promise<Db> {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  return db
}

/** This release with additional SQL files after its own. */
const definitionWith = (files: Record<string, string>, release?: readonly number[]): DatabaseDefinition => {
  const definition = ourDefinition()
  const more: SqlFile[] = Object.entries(files).map(([name, text]) => ({ name, text, isNeededByTables: false }))
  return { ...definition, sqlFiles: [...definition.sqlFiles, ...more], release: release ?? definition.release }
}

/** This release with one more migration. */
const definitionWithMigration = (statements: string, files: Record<string, string> = {}): DatabaseDefinition => {
  const definition = definitionWith(files)
  return { ...definition, migrations: [...definition.migrations, { name: '29990101T0000-next', text: statements }] }
}

const answerOf = async (db: Db, call: string): Promise<unknown> =>
  (await sql.raw<{ answer: unknown }>(`select ${call} as answer`).execute(db)).rows[0]?.answer

const exists = async (db: Db, call: string): Promise<boolean> =>
  answerOf(db, call).then(
    () => true,
    () => false,
  )

const functionThat = (name: string, answer: string) =>
  `create or replace function ${name} returns text language sql as $$ select '${answer}' $$;`

it('every function, trigger and view of the database is made by one of the files', async () => {
  const db = await database()
  const { rows } = await sql<{ object: string }>`
    with ours as (
      select 'pg_proc'::regclass as class, oid from pg_proc
      where pronamespace::regnamespace::text in ('public', 'expected', 'tail')
      union all
      select 'pg_class'::regclass, oid from pg_class
      where relnamespace::regnamespace::text in ('public', 'expected', 'tail') and relkind in ('v', 'm')
      union all
      select 'pg_trigger'::regclass, oid from pg_trigger where not tgisinternal
    )
    select type || ' ' || identity as object from ours, pg_identify_object(class, oid, 0)
    where not exists (select from pg_depend d where d.classid = class and d.objid = oid and d.deptype = 'e')
  `.execute(db)
  const made = await sql<{ object: string }>`select unnest(objects) as object from sql_files`.execute(db)
  expect(rows.map(({ object }) => object).sort()).toEqual(made.rows.map(({ object }) => object).sort())
  expect(rows.length).toBeGreaterThan(50)
})

it('every foreign key has an index, without which a deletion reads the whole table', async () => {
  const db = await database()
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint c
    where contype = 'f' and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
    ) order by 1`.execute(db)
  // Protocols are never deleted; those of a department are found by skipping through protocols_pair_idx.
  const unneeded = ['idempotency_keys_protocol_id_fkey', 'protocols_destination_department_id_fkey']
  expect(rows.map(({ name }) => name)).toEqual(unneeded)
})

it('every constraint has been checked against the rows that were there before it', async () => {
  const db = await database()
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where not convalidated order by 1`.execute(db)
  expect(rows.map(({ name }) => name)).toEqual([])
})

it('every file of the folder is applied', () => {
  const files = readdirSync(new URL('./sql/', import.meta.url)).sort()
  expect(
    ourSqlFiles()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(files)
})

it('a file is applied when its text is new, and left alone otherwise', async () => {
  const db = await database()
  await migrateToLatest(db, definitionWith({ 'x.sql': functionThat('greeting()', 'bom dia') }))
  expect(await answerOf(db, 'greeting()')).toBe('bom dia')

  await migrateToLatest(db, definitionWith({ 'x.sql': functionThat('greeting()', 'boa tarde') }))
  expect(await answerOf(db, 'greeting()')).toBe('boa tarde')

  await sql.raw(functionThat('greeting()', 'changed by hand')).execute(db)
  await migrateToLatest(db, definitionWith({ 'x.sql': functionThat('greeting()', 'boa tarde') }))
  expect(await answerOf(db, 'greeting()')).toBe('changed by hand')
})

it('what a file no longer makes is dropped, with a file that is gone too; what others made stays', async () => {
  const db = await database()
  const x = `
    create or replace view expected.one as select 1 as n;
    create or replace view expected.two as select n from expected.one;
    ${functionThat('greeting(name text)', 'bom dia')}
    create or replace function nothing() returns trigger language plpgsql as $$ begin return null; end $$;
    create or replace trigger users_nothing after insert on users for each row execute function nothing();`
  await migrateToLatest(db, definitionWith({ 'x.sql': x, 'y.sql': functionThat('farewell()', 'adeus') }))
  await sql.raw(functionThat('of_the_operator()', 'meu')).execute(db)

  const changed = functionThat('greeting(name text, hour int)', 'boa noite')
  await migrateToLatest(db, definitionWith({ 'x.sql': changed }))

  expect(await answerOf(db, `greeting('Ana', 20)`)).toBe('boa noite')
  expect(await exists(db, `greeting('Ana')`)).toBe(false)
  expect(await exists(db, 'farewell()')).toBe(false)
  expect(await exists(db, 'nothing()')).toBe(false)
  expect(await answerOf(db, `to_regclass('expected.one')`)).toBeNull()
  expect(await answerOf(db, `to_regclass('expected.two')`)).toBeNull()

  await migrateToLatest(db)
  expect(await exists(db, `greeting('Ana', 20)`)).toBe(false)
  expect(await answerOf(db, 'of_the_operator()')).toBe('meu')
})

it('the files below a changed one are applied again, because they may use it', async () => {
  const db = await database()
  const one = (columns: string) =>
    `drop view if exists expected.one cascade; create view expected.one as select ${columns};`
  const two = 'create or replace view expected.two as select n from expected.one;'
  await migrateToLatest(db, definitionWith({ 'x.sql': one('1 as n'), 'y.sql': two }))
  await migrateToLatest(db, definitionWith({ 'x.sql': one(`'a' as letter, 2 as n`), 'y.sql': two }))
  expect(await answerOf(db, '(select n from expected.two)')).toBe(2)
})

// proves 19.14
it('a file that fails is named, and neither it nor the migration before it leaves anything', async () => {
  const db = await database()
  const definition = definitionWithMigration('create table next (n int)', {
    'x.sql': 'create view expected.x as select nothing;',
  })
  await expect(migrateToLatest(db, definition)).rejects.toThrow(
    'A atualização do banco de dados falhou em x.sql: column "nothing" does not exist.',
  )
  expect(await answerOf(db, `to_regclass('next')`)).toBeNull()
  await migrateToLatest(db)
})

it('servers of two releases may start beside each other: the files of the newer one stay', async () => {
  const db = await database()
  const [older, newer] = [
    definitionWith({ 'x.sql': functionThat('greeting()', 'antes') }, [1, 9, 0]),
    definitionWith({ 'x.sql': functionThat('greeting()', 'depois') }, [1, 10, 0]),
  ]
  await migrateToLatest(db, older)
  await migrateToLatest(db, newer)
  await migrateToLatest(db, older)
  await migrateToLatest(db, definitionWith({}, [1, 9, 0]))
  expect(await answerOf(db, 'greeting()')).toBe('depois')
})

it('several servers may start at once', async () => {
  const db = await database()
  const definition = definitionWithMigration('create table next (n int)', {
    'x.sql': functionThat('greeting()', 'bom dia'),
  })
  await Promise.all([1, 2, 3].map(() => migrateToLatest(db, definition)))
  expect(await answerOf(db, 'greeting()')).toBe('bom dia')
})

it('a start that deadlocks with a server at work tries again', async () => {
  const db = await database()
  // Sequences are not rolled back, so that the second attempt sees a different value.
  await sql`create sequence starts`.execute(db)
  const text = `
    do $$ begin if nextval('starts') = 1 then raise deadlock_detected; end if; end $$;
    ${functionThat('greeting()', 'bom dia')}`
  await migrateToLatest(db, definitionWith({ 'x.sql': text }))
  expect(await answerOf(db, 'greeting()')).toBe('bom dia')
})

// proves 19.43
it('a server at work is never the one whose transaction is given up', async () => {
  const { db, connectionString, drop } = await testDatabase()
  const person = new pg.Client({ connectionString })
  await person.connect()
  onTestFinished(async () => {
    await person.end()
    await drop()
  })
  await person.query('begin; update suppliers set is_active = is_active')
  const done = migrateToLatest(
    db,
    definitionWithMigration('alter table comments add next int; alter table suppliers add next int'),
  )
  // PostgreSQL looks for a deadlock once, a second after a session began to wait. The migration's look is over by then.
  await pass(1_500)
  await expect(person.query('update comments set text = text; commit')).resolves.toBeDefined()
  await done
  expect(await answerOf(db, '(select count(next) from suppliers)')).toBe(0)
})

// proves 19.43
it('nor when the migration needs more locks while that transaction waits for the first', async () => {
  const { db, connectionString, drop } = await testDatabase()
  const person = new pg.Client({ connectionString })
  await person.connect()
  onTestFinished(async () => {
    await person.end()
    await drop()
  })
  await person.query('begin; update suppliers set is_active = is_active')
  const done = migrateToLatest(
    db,
    definitionWithMigration(
      'alter table comments add next int; select pg_sleep(0.6); alter table suppliers add next int',
    ),
  )
  await pass(200)
  await expect(person.query('update comments set text = text; commit')).resolves.toBeDefined()
  await done
  expect(await answerOf(db, '(select count(next) from suppliers)')).toBe(0)
})

it('a database of a newer release is refused in one sentence', async () => {
  const db = await database()
  await sql`insert into migrations (name) values ('29990101T0000-later')`.execute(db)
  await expect(migrateToLatest(db)).rejects.toThrow(
    'Este banco de dados já foi usado por uma versão mais nova do Malote: atualize o programa.',
  )
})

it('a database from before 1.0.0 is refused in one sentence, and stays as it is', async () => {
  const db = await database()
  await sql`
    alter table migrations rename to kysely_migration;
    update kysely_migration set name = '20261028T0100-before-' || name;
  `.execute(db)
  await expect(migrateToLatest(db)).rejects.toThrow(
    'Este banco de dados é de uma versão de desenvolvimento do Malote, anterior à primeira publicação, que já não é atualizada: comece com um banco de dados vazio (o da demonstração está na pasta data-demo, que pode ser apagada).',
  )
  expect(await answerOf(db, `to_regclass('migrations')`)).toBeNull()
})

it('a migration whose name sorts before those that a database has had is refused', async () => {
  const db = await database()
  const definition = ourDefinition()
  const late = { name: `${definition.migrations.at(-1)?.name}-and`, text: 'create table late (n int)' }
  await migrateToLatest(db, definitionWithMigration('create table next (n int)'))
  const both = definitionWithMigration('create table next (n int)')
  await expect(
    migrateToLatest(db, { ...both, migrations: [...definition.migrations, late, ...both.migrations.slice(-1)] }),
  ).rejects.toThrow('its name must sort after 29990101T0000-next')
})

import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/connect.ts'
import { StartupError } from '../startup-error.ts'

/** A table's name quoted for SQL; a name with a schema is quoted in two parts. */
export const quoted = (table: string): string => table.split('.').map(pg.escapeIdentifier).join('.')

/**
 * Our tables and their columns, without generated columns and without the tables of the migrations. Excludes the job
 * queue (schema `pgboss`): a restored copy must not send old mails again.
 */
export async function tablesOf(db: Db): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.oid::regclass::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace s on s.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where s.nspname in ('public', 'folded') and c.relkind = 'r' and c.relname not in ('migrations', 'sql_files')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by c.oid::regclass::text collate "C"`.execute(db)
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

/**
 * Tables whose rows are neither archived nor restored: nobody may get in through what an archive contains, and a lock
 * of yesterday must not keep anybody out. Nor does a restored copy have the backups of the original.
 */
export const transientTables: readonly string[] = [
  'account_tokens',
  'answer_links',
  'backups',
  'devices',
  'finished_sign_ins',
  'known_networks',
  'login_throttle',
  'notice_mails',
  'notified_people',
  'pending_sign_ins',
  'second_step_offers',
  'sessions',
]

/** The last assigned `id` of each table with an identity column; 0 if none was assigned. */
export async function lastIdsOf(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; last: string }>`
    select c.relname as name, coalesce(pg_sequence_last_value(pg_get_serial_sequence(c.oid::regclass::text, a.attname)::regclass), 0) as last
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity <> ''`.execute(db)
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]))
}

/** Filled by migrations and the first start. */
const preset = ['settings', 'holidays', 'holiday_years', 'chain_progress']

/**
 * Empties the preset tables. Locks all tables until the transaction ends, so that no other session writes to them.
 *
 * @throws StartupError when the database already has user data
 */
export async function ensureEmpty(client: pg.Client, tables: readonly string[]): Promise<void> {
  const names = tables.map(quoted)
  await client.query(`lock table ${names.join()} in access exclusive mode`)
  for (const table of tables.filter((name) => !preset.includes(name))) {
    const { rows } = await client.query(`select from ${quoted(table)} limit 1`)
    if (rows.length === 0) continue
    throw new StartupError(
      `A restauração precisa de um banco de dados vazio, e este já tem dados (${table}). Restaure antes do primeiro início do servidor, ou em outra DATA_DIR ou DATABASE_URL.`,
    )
  }
  for (const table of preset.filter((name) => tables.includes(name))) {
    await client.query(`delete from ${quoted(table)}`)
  }
}

/**
 * Prepares tables for inserting archived rows in any order: without triggers, which would compute what the archive
 * already contains, without foreign keys, which {@link closeTables} checks for all rows at once, and without indexes,
 * which are built several times faster afterwards than row by row. The keys of attachments stay, because each file is
 * looked up.
 * Truncates the tables, which are empty, because `copy … with (freeze)` requires it. Requires the tables' owner, and a
 * transaction that locks them, so that no other session sees this state.
 */
export async function openTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await client.query(`alter table ${quoted(table)} disable trigger user`)
  }
  const loaded = regclasses(tables.filter((table) => table !== 'attachments'))
  await client.query(`
    create temporary table closing on commit drop as
    select conrelid::regclass::text as owner, conname::text as name, pg_get_constraintdef(oid) as definition,
      contype = 'f' as is_reference
    from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace
      or contype in ('p', 'u') and conrelid = any($$${loaded}$$::regclass[])`)
  await client.query(`
    create temporary table closing_indexes on commit drop as
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index i where indrelid = any($$${loaded}$$::regclass[])
      and not exists (select from pg_constraint where conindid = i.indexrelid)`)
  await client.query(`
    do $$ declare key record; begin
      for key in select * from closing order by is_reference desc loop
        execute format('alter table %s drop constraint %I', key.owner, key.name);
      end loop;
      for key in select * from closing_indexes loop execute format('drop index %s', key.name); end loop;
    end $$`)
  await client.query(`truncate ${tables.map(quoted).join()}`)
}

/**
 * Rebuilds indexes, foreign keys and triggers; a row with a missing reference aborts the restore. Also collects
 * statistics: without them, PostgreSQL plans the checks of millions of rows as if the tables were small.
 */
export async function closeTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query(`
    do $$ declare key record; begin
      for key in select * from closing where not is_reference loop
        execute format('alter table %s add constraint %I %s', key.owner, key.name, key.definition);
      end loop;
      for key in select * from closing_indexes loop execute key.definition; end loop;
    end $$`)
  await client.query(`analyze ${tables.map(quoted).join()}`)
  await client.query(`
    do $$ declare key record; begin
      for key in select * from closing where is_reference loop
        execute format('alter table %s add constraint %I %s', key.owner, key.name, key.definition);
      end loop;
      for key in select oid::regclass::text as owner from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
        execute format('alter table %s enable trigger user', key.owner);
      end loop;
    end $$`)
}

const regclasses = (tables: readonly string[]) => `{${tables.map((table) => JSON.stringify(quoted(table))).join()}}`

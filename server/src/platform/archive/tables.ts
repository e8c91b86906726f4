import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/connect.ts'

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
  'finished_sign_ins',
  'known_networks',
  'login_throttle',
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

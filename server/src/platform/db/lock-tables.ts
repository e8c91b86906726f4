import { type Kysely, sql } from 'kysely'
import pg from 'pg'

/**
 * Every request reads it first, in a statement of its own: while it is locked, new requests wait without holding
 * anything, and the transactions under way can end.
 */
const first = 'sessions'

/** Another session holds a lock for longer than a migration waits. */
export class TablesInUse extends Error {}

/** PostgreSQL's error code after `statement_timeout`. */
const queryCanceled = '57014'

/**
 * Locks all tables and views of this role, so that the rest of the transaction waits for nobody.
 *
 * Locks taken one by one would deadlock with running servers, and PostgreSQL ends the transaction that has waited for
 * `deadlock_timeout`, which may be a server's. Within `longestWait` either all locks are taken, or the statement fails
 * before anybody has waited so long.
 *
 * @param longestWait for all locks together, in milliseconds; 0 without a limit
 * @throws TablesInUse when it takes longer
 */
export async function lockTables<DB>(db: Kysely<DB>, longestWait: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where s.nspname in ('public', 'folded', 'tail', 'expected') and c.relkind in ('r', 'v')
      and pg_has_role(c.relowner, 'usage')
    order by c.relname = ${first} desc, c.relkind, c.oid`.execute(db)
  if (rows.length === 0) return
  await limitStatements(db, longestWait)
  const names = rows.map(({ name }) => name).join()
  await sql
    .raw(`lock table ${names} in access exclusive mode`)
    .execute(db)
    .catch((cause) => {
      const isTooLong = cause instanceof pg.DatabaseError && cause.code === queryCanceled
      throw isTooLong ? new TablesInUse('the tables are in use', { cause }) : cause
    })
  await limitStatements(db, 0)
}

/** Until the end of the transaction. */
const limitStatements = <DB>(db: Kysely<DB>, milliseconds: number) =>
  sql`select set_config('statement_timeout', ${`${milliseconds}ms`}, true)`.execute(db)

import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'

/** A connection pooler in transaction mode, such as PgBouncer, between this server and PostgreSQL. */
export interface Pooler {
  /**
   * Whether it gives each client its own prepared statements, as PgBouncer does from 1.21 with
   * `max_prepared_statements`. Otherwise statements of several clients would meet in one session.
   */
  keepsStatements: boolean
}

/** The part of the driver's client that its types omit: the process id of the server's greeting. */
interface WithProcess {
  processID: number
}

/**
 * Finds out whether a pooler is behind a connection. Poolers greet with a process id of their own, since each transaction
 * may get another PostgreSQL session.
 *
 * @param client connected, outside of a transaction
 * @returns undefined when the connection goes to PostgreSQL itself
 */
export async function poolerBehind(client: pg.Client): Promise<Pooler | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  if (rows[0]?.pid === (client as unknown as WithProcess).processID) return undefined
  return { keepsStatements: await keepsStatements(client) }
}

/** A pooler that keeps track of prepared statements gives them names of its own in the sessions. */
async function keepsStatements(client: pg.Client): Promise<boolean> {
  const name = `malote_probe_${randomBytes(8).toString('hex')}`
  await client.query('begin')
  try {
    await client.query({ name, text: 'select $1::int', values: [1] })
    const found = await client.query(`select from pg_prepared_statements where name = ${pg.escapeLiteral(name)}`)
    if (found.rowCount === 0) return true
    await client.query(`deallocate ${pg.escapeIdentifier(name)}`)
    return false
  } finally {
    await client.query('rollback')
  }
}

/** Key of the advisory lock for changing a role's defaults. An arbitrary number, the same in every Malote. */
const defaultsLock = 5_620_317

/**
 * Makes settings of a session the defaults of the connected role in this database. Poolers refuse such settings when a
 * client connects, and what a client sets later would stay in a session that others get next. Changes nothing when they
 * are set already. Sessions that the pooler has open keep the old values until it replaces them, so the idle ones
 * without a name are ended: they are those of our own probes, which have just gone through the pooler.
 */
export async function setRoleDefaults<DB>(
  db: Kysely<DB>,
  settings: Readonly<Record<string, string | number>>,
): Promise<void> {
  const isChanged = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${defaultsLock}::bigint)`.execute(trx)
    const { rows } = await sql<{ database: string; config: string[] | null }>`
      select current_database() as database, (
        select setconfig from pg_db_role_setting
        where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())
      ) as config
    `.execute(trx)
    const [row] = rows
    if (!row) return false
    const missing = Object.entries(settings).filter(
      ([name, value]) => !row.config?.some((line) => line.toLowerCase() === `${name}=${value}`.toLowerCase()),
    )
    for (const [name, value] of missing) {
      await sql`alter role current_user in database ${sql.id(row.database)} set ${sql.id(name)} = ${sql.lit(value)}`.execute(
        trx,
      )
    }
    return missing.length > 0
  })
  if (!isChanged) return
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where usename = current_user and datname = current_database() and pid <> pg_backend_pid()
      and state = 'idle' and application_name = ''
  `.execute(db)
}

import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/connect.ts'
import type { DB } from '../db/schema.ts'

/** How values are written as text must not depend on the server's configuration; a long pause between statements is normal. */
const settings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  statement_timeout: 0,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 0,
  search_path: 'public',
}

/** One session for a whole archive: bare for COPY, and as `db` for everything that is written with Kysely. */
export interface Session {
  client: pg.Client
  db: Db
  end: () => Promise<void>
}

/** End it with `end()`, which ends an open transaction, too. */
export async function openSession(connectionString: string): Promise<Session> {
  const client = new pg.Client({
    connectionString,
    application_name: 'malote archive',
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  // A lost connection fails the statement that is under way; the event on top of it would end the process.
  client.on('error', () => {})
  await client.connect()
  const pool = { connect: async () => Object.assign(client, { release: () => {} }), end: () => client.end() }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  return { client, db, end: () => client.end().catch(() => {}) }
}

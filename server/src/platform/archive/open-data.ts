import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/connect.ts'
import { findRunningDatabase } from '../db/embedded/postmaster.ts'
import { type OpenDatabase, openDatabase } from '../db/open-database.ts'
import type { DB } from '../db/schema.ts'
import type { Config } from '../settings/config.ts'
import { StartupError } from '../startup-error.ts'

/** A database for tools, which connect as its owner. */
export type OwnedData = Pick<OpenDatabase, 'ownerConnectionString' | 'stop'>

/**
 * The database with existing data: that of `DATABASE_URL`, that of a running Malote, or our embedded one.
 *
 * @throws StartupError when no data exist yet
 */
export async function openData(config: Config, onLost: (error: unknown) => void): Promise<OwnedData> {
  if (config.DATABASE_URL !== undefined) return openDatabase(config, onLost)
  const folder = resolve(config.DATA_DIR)
  if (!existsSync(join(folder, 'database'))) throw new StartupError(`Não há dados em ${folder}.`)
  const ownerConnectionString = await findRunningDatabase(folder)
  return ownerConnectionString === undefined
    ? openDatabase(config, onLost)
    : { ownerConnectionString, stop: async () => {} }
}

/** Values must be written independently of the server's configuration. Long pauses between statements are normal. */
const settings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  statement_timeout: 0,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 0,
  search_path: 'public',
}

/** One session for a whole archive: `client` for COPY, and `db` for queries written with Kysely. */
export interface Session {
  client: pg.Client
  db: Db
  end: () => Promise<void>
}

/**
 * Opens a session with further settings of PostgreSQL. `end()` closes it and rolls back an open transaction.
 */
export async function openSession(
  connectionString: string,
  further: Readonly<Record<string, string>> = {},
): Promise<Session> {
  const client = new pg.Client({
    connectionString,
    application_name: 'malote archive',
    options: Object.entries({ ...settings, ...further })
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  // A lost connection fails the running statement; without this listener, the error event would end the process.
  client.on('error', () => {})
  await client.connect()
  const pool = { connect: async () => Object.assign(client, { release: () => {} }), end: () => client.end() }
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  return { client, db, end: () => client.end().catch(() => {}) }
}

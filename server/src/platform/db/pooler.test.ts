import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { prepareDatabase } from '../../app/prepare.ts'
import { testConfig } from '../../test/config.ts'
import { testDatabase } from '../../test/database.ts'
import { hasPgBouncer, pgBouncer } from '../../test/pgbouncer.ts'
import { readConfig } from '../settings/config.ts'
import { connect, sessionSettings, withPatientDatabase } from './connect.ts'
import { openDatabase } from './open-database.ts'
import { poolerBehind, setRoleDefaults } from './pooler.ts'

const fails = (error: unknown) => {
  throw error
}

/** A database of its own; the role's defaults are of that database alone, so they go with it. */
async function database() {
  const made = await testDatabase()
  onTestFinished(made.drop)
  return made
}

/** A database behind a pooler with two sessions. */
async function pooled() {
  const made = await database()
  const pooler = await pgBouncer([made.connectionString, made.serverConnectionString], { default_pool_size: 2 })
  onTestFinished(pooler.stop)
  return { ...made, through: pooler.through }
}

/** The settings that concern us, as a new session of the role has them without asking for them. */
async function defaultsOf(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const values: Record<string, string> = {}
  for (const name of Object.keys(sessionSettings()))
    values[name] = (await client.query(`select current_setting('${name}') as value`)).rows[0].value
  await client.end()
  return values
}

const wanted = {
  timezone: 'UTC',
  statement_timeout: '30s',
  idle_in_transaction_session_timeout: '1min',
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
}

describe('without a pooler', () => {
  it('knows that PostgreSQL itself answers', async () => {
    const { serverConnectionString: connectionString } = await database()
    const client = new pg.Client({ connectionString })
    await client.connect()
    expect(await poolerBehind(client)).toBeUndefined()
    await client.end()
  })

  // proves 19.10
  it('lets the role of the server set its own defaults, once, also when several instances start together', async () => {
    const { serverConnectionString, connectionString } = await database()
    const setAll = () => withPatientDatabase(serverConnectionString, (db) => setRoleDefaults(db, sessionSettings()))
    await Promise.all([setAll(), setAll(), setAll()])
    expect(await defaultsOf(serverConnectionString)).toEqual(wanted)

    const version = () =>
      withPatientDatabase(
        connectionString,
        // Only of this database: other tests set theirs meanwhile.
        async (db) =>
          (
            await sql`select s.xmin from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
              where d.datname = current_database()`.execute(db)
          ).rows,
      )
    const before = await version()
    await setAll()
    expect(await version()).toEqual(before)
  })

  // proves 19.10
  it('refuses a direct address without a pooled one, and one of another role', async () => {
    const { serverConnectionString, connectionString } = await database()
    expect(() => readConfig({ DATABASE_DIRECT_URL: connectionString })).toThrow(
      'A variável DATABASE_URL está incorreta: é obrigatória quando DATABASE_DIRECT_URL é informada.',
    )
    const config = testConfig({ DATABASE_URL: serverConnectionString, DATABASE_DIRECT_URL: connectionString })
    await expect(openDatabase(config, fails)).rejects.toThrow(
      /^DATABASE_DIRECT_URL precisa levar ao mesmo banco e ao mesmo papel/,
    )
  })
})

describe.skipIf(!hasPgBouncer())('through PgBouncer in transaction mode (skipped where it is not installed)', () => {
  // proves 19.10
  it('demands the address of PostgreSQL itself too', async () => {
    const { serverConnectionString, through, connectionString } = await pooled()
    const pooledUrl = through(serverConnectionString)
    await expect(openDatabase(testConfig({ DATABASE_URL: pooledUrl }), fails)).rejects.toThrow(
      'DATABASE_URL passa por um pooler (PgBouncer): informe também DATABASE_DIRECT_URL, o endereço do próprio PostgreSQL.',
    )
    const ownerPooled = {
      ...{ DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: serverConnectionString },
      DATABASE_OWNER_URL: through(connectionString),
    }
    await expect(openDatabase(testConfig(ownerPooled), fails)).rejects.toThrow(
      'DATABASE_OWNER_URL passa por um pooler (PgBouncer): informe o endereço do próprio PostgreSQL.',
    )
  })

  // proves 19.10
  it('gives several instances the settings they need, and never the statement of another', async () => {
    const { serverConnectionString, connectionString, through } = await pooled()
    const config = testConfig({
      ...{ DATABASE_URL: through(serverConnectionString), DATABASE_DIRECT_URL: serverConnectionString },
      DATABASE_OWNER_URL: connectionString,
    })
    const opened = await openDatabase(config, fails)
    await prepareDatabase(opened, config, new Date())
    const instances = [0, 1, 2].map(() =>
      connect(opened.connectionString, { pooler: opened.pooler, connectionTimeout: 120_000 }),
    )
    onTestFinished(async () => {
      for (const db of instances) await db.destroy()
    })

    const sums = await Promise.all(
      Array.from({ length: 300 }, async (_, turn) => {
        const db = instances[turn % 3] ?? fails('no instance')
        // Each instance meets the statements in another order.
        const kind = (turn * (1 + (turn % 3))) % 7
        const { rows } = await sql<{ sum: number }>`select ${sql.lit(kind)}::int + ${turn}::int as sum`.execute(db)
        return rows[0]?.sum === kind + turn
      }),
    )
    expect(sums.every(Boolean)).toBe(true)

    const [db] = instances
    const { rows } = await sql<Record<string, string>>`
      select ${sql.join(Object.keys(wanted).map((name) => sql`current_setting(${name}) as ${sql.id(name)}`))}
    `.execute(db?.withoutPlugins() ?? fails('no instance'))
    expect(rows).toEqual([wanted])
  })
})

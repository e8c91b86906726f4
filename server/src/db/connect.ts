import { CamelCasePlugin, Kysely, type Transaction } from 'kysely'
import pg from 'pg'
import { OutcomeDialect } from './dialect.ts'
import { PreparingClient } from './preparing-client.ts'
import type { DB } from './schema.ts'
import { SplitDatabase } from './split-database.ts'

/** The database, or a transaction in it: what reading functions ask for. */
export type Db = Kysely<DB>

/** What writing functions ask for, so that a forgotten transaction is a type error. */
export type Trx = Transaction<DB>

interface Options {
  /** Most connections at once. A single one serves transactions and statements alike. */
  poolSize?: number
  /** Milliseconds after which the database gives a statement up; 0 is never, and then no wait for a lock ends, either. */
  statementTimeout?: number
}

/** Every session works in UTC; a transaction that its process abandoned must not keep its locks. */
const settings = (statementTimeout: number) => ({
  timezone: 'UTC',
  statement_timeout: statementTimeout,
  idle_in_transaction_session_timeout: statementTimeout === 0 ? 0 : 60_000,
  // Said although it is PostgreSQL's default: the database or its user may have been given another.
  ...(statementTimeout === 0 && { lock_timeout: 0 }),
  // The plan of a prepared list is the same for all values; planning it each time costs more than running it.
  plan_cache_mode: 'force_generic_plan',
  // Pages are small and many: starting workers costs a search more than they save.
  max_parallel_workers_per_gather: 0,
})

/** Milliseconds in which PostgreSQL's word on a statement that timed out must have reached us. */
const answerDelay = 5_000

/** How much of the connections transactions have; the others are left to single statements. */
const transactionShare = 0.4

/** Pools that connect when first used, one for transactions and one for single statements. End them with `destroy()`. */
export function connect(connectionString: string, options: Options = {}): Db {
  const { poolSize = 10 } = options
  const configOf = (size: number) => ({
    dialect: new OutcomeDialect({ pool: openPool(connectionString, { ...options, poolSize: size }) }),
    // JSON that PostgreSQL builds has our names already.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  if (poolSize === 1) return new Kysely<DB>(configOf(1))
  const transactions = Math.max(1, Math.floor(poolSize * transactionShare))
  return new SplitDatabase<DB>(configOf(poolSize - transactions), configOf(transactions))
}

/**
 * For what takes as long as it takes: migrations, rebuilds, checks of everything. One connection of its own, on which no
 * statement and no wait for a lock is given up.
 */
export async function withPatientDatabase<Result>(
  connectionString: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = connect(connectionString, { poolSize: 1, statementTimeout: 0 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** The bare driver under {@link connect}, with the same settings. End it with `end()`. */
export function openPool(
  connectionString: string,
  { poolSize = 10, statementTimeout = 30_000 }: Options = {},
): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // The database gives a statement up at its timeout and says so: whoever hears nothing then has lost the line.
    ...(statementTimeout > 0 && { silenceLimit: statementTimeout + answerDelay }),
    application_name: 'malote',
    options: Object.entries(settings(statementTimeout))
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    types: { getTypeParser },
  })
  // An idle connection that breaks leaves the pool by itself; without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}

type Parse = (value: string) => unknown

// The driver's own list of types has no arrays.
const textArrayType = 1009 as Parameters<typeof pg.types.getTypeParser>[0]
const textArray = pg.types.getTypeParser(textArrayType) as (value: string) => string[]

/**
 * By type number, where PostgreSQL's values differ from ours: civil dates stay `yyyy-MM-dd`, instants are ISO 8601 in UTC as
 * they travel, counts and sums are numbers.
 */
const parsers: Record<number, Parse> = {
  [pg.types.builtins.DATE]: (value) => value,
  [pg.types.builtins.TIMESTAMPTZ]: (value) => new Date(value).toISOString(),
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  1182: textArray, // date[]
  1016: (value) => textArray(value).map(Number), // bigint[]
}

function getTypeParser(type: number, format?: 'text' | 'binary') {
  return (format !== 'binary' && parsers[type]) || pg.types.getTypeParser(type, format)
}

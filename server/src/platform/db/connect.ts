import { CamelCasePlugin, Kysely, type KyselyConfig, type Transaction, type TransactionBuilder } from 'kysely'
import pg from 'pg'
import { OutcomeDialect } from './dialect.ts'
import type { Pooler } from './pooler.ts'
import { PreparingClient } from './preparing-client.ts'
import type { DB } from './schema.ts'

/** The database or a transaction. Functions that read take this type. */
export type Db = Kysely<DB>

/** Functions that write take this type, so that a forgotten transaction is a type error. */
export type Trx = Transaction<DB>

interface Options {
  /** Maximum number of connections. With 1, transactions and single statements share the connection. */
  poolSize?: number
  /**
   * Milliseconds after which PostgreSQL cancels a statement. 0 means never, and lock waits then have no limit either.
   */
  statementTimeout?: number
  /** Milliseconds that one waits for a connection while all are in use. Default: ten seconds. */
  connectionTimeout?: number
  /** The pooler that the connection string leads to. The role's defaults must be the {@link sessionSettings} then. */
  pooler?: Pooler | undefined
}

/** Milliseconds after which PostgreSQL cancels a statement of a request. */
export const usualTimeout = 30_000

/**
 * Every session works in UTC. Transactions that their process has abandoned are ended, so that they do not keep their
 * locks.
 */
export const sessionSettings = (statementTimeout: number = usualTimeout) => ({
  timezone: 'UTC',
  statement_timeout: statementTimeout,
  idle_in_transaction_session_timeout: statementTimeout === 0 ? 0 : 60_000,
  // Set explicitly although 0 is PostgreSQL's default, because the database or the role may have another default.
  ...(statementTimeout === 0 && { lock_timeout: 0 }),
  // The list queries need the same plan for all values, and planning each time costs more than running the query.
  plan_cache_mode: 'force_generic_plan',
  // Pages are small and requested often: starting parallel workers costs a search more time than they save.
  max_parallel_workers_per_gather: 0,
})

/** Milliseconds that PostgreSQL's error for a timed-out statement may take to reach us. */
const answerDelay = 5_000

/**
 * Share of the connections reserved for transactions; the rest serves single statements. Few transactions keep the
 * processors busy, and every further one takes time away from those who read.
 */
const transactionShare = 0.3

/** Milliseconds that the transaction of a request waits for a lock: few of them wait at once before others cannot begin. */
const longestLockWait = 5_000

/**
 * Two pools that connect on first use: one for transactions and one for single statements. End them with `destroy()`.
 */
export function connect(connectionString: string, options: Options = {}): Db {
  const { poolSize = 10 } = options
  const poolOf = (size: number) => openPool(connectionString, { ...options, poolSize: size })
  const transactions = Math.max(1, Math.floor(poolSize * transactionShare))
  return databaseOver(
    poolSize === 1
      ? [{ use: 'statements', pool: poolOf(1) }]
      : [
          { use: 'statements', pool: poolOf(poolSize - transactions) },
          { use: 'transactions', pool: poolOf(transactions) },
        ],
  )
}

/** The same connections for requests: their transactions wait for a lock for a few seconds only. Not to be destroyed. */
export function forRequests(db: Db): Db {
  const pools = openPools.get(db)
  return pools ? databaseOver(pools, { lockTimeout: longestLockWait }) : db
}

function databaseOver(pools: OpenPools, limits: { lockTimeout?: number } = {}): Db {
  const over = ({ pool }: OpenPool) => ({
    dialect: new OutcomeDialect({ pool, ...limits }),
    // JSON that PostgreSQL builds already has camelCase names.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const [statements, transactions] = pools
  const db = transactions
    ? new SplitDatabase<DB>(over(statements), over(transactions))
    : new Kysely<DB>(over(statements))
  openPools.set(db, pools)
  return db
}

interface OpenPool {
  use: 'statements' | 'transactions'
  pool: pg.Pool
}
type OpenPools = readonly [OpenPool] | readonly [OpenPool, OpenPool]
const openPools = new WeakMap<Db, OpenPools>()

/** The pools behind a database of {@link connect}, for metrics. */
export const poolsOf = (db: Db): readonly OpenPool[] => openPools.get(db) ?? []

/**
 * For work without a time limit: migrations, rebuilds, full checks. Uses one dedicated connection without statement and
 * lock timeouts.
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

/** The `pg` pool under {@link connect}, with the same settings. End it with `end()`. */
export function openPool(
  connectionString: string,
  { poolSize = 10, statementTimeout = usualTimeout, connectionTimeout = 10_000, pooler }: Options = {},
): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: connectionTimeout,
    keepAlive: true,
    // PostgreSQL reports a statement timeout itself. If no report arrives shortly afterwards, the connection is dead.
    ...(statementTimeout > 0 && { silenceLimit: statementTimeout + answerDelay }),
    application_name: 'malote',
    ...(pooler ? throughPooler(pooler) : { options: startOptions(statementTimeout) }),
    types: { getTypeParser },
  })
  // The pool removes idle connections that break. Without a listener, the error event would end the process.
  pool.on('error', () => {})
  return pool
}

const startOptions = (statementTimeout: number) =>
  Object.entries(sessionSettings(statementTimeout))
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

/** Every pooler passes the time zone on; the other settings are the role's defaults. */
const throughPooler = ({ keepsStatements }: Pooler) => ({ prepares: keepsStatements, greeting: { timezone: 'UTC' } })

type Parse = (value: string) => unknown

// The driver's list of type constants has no arrays.
const textArrayType = 1009 as Parameters<typeof pg.types.getTypeParser>[0]
const textArray = pg.types.getTypeParser(textArrayType) as (value: string) => string[]

/**
 * Parsers by type OID, for types that we represent differently: dates stay `yyyy-MM-dd`, instants become ISO 8601 in
 * UTC as in the API, counts and sums become numbers.
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

/**
 * A database that runs transactions on separate connections. A transaction holds its connection for many round trips
 * and for every lock wait. If transactions shared connections with single statements, a few writers could block all
 * readers. The size of the transaction pool also limits how many transactions run at once.
 */
export class SplitDatabase<DB> extends Kysely<DB> {
  /** The database of the connections for transactions. */
  readonly transactions: Kysely<DB>

  constructor(statements: KyselyConfig, transactions: KyselyConfig) {
    super(statements)
    this.transactions = new Kysely<DB>(transactions)
  }

  override transaction(): TransactionBuilder<DB> {
    return this.transactions.transaction()
  }

  override async destroy(): Promise<void> {
    await Promise.all([super.destroy(), this.transactions.destroy()])
  }
}

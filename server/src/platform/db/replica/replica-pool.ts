import { setTimeout as wait } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'

/** Milliseconds that a reader waits for the replica to catch up. A streaming replica is a few milliseconds behind. */
const longestWaitMs = 100

/** Milliseconds between two looks at how far the replica is. */
const lookEvery = 4

/** Thrown when the server is not a replica, or no longer. */
export class NotAReplica extends Error {
  constructor() {
    super('the server of DATABASE_REPLICA_URL is not in recovery')
  }
}

/** Connections to a replica that answer only when it shows everything up to a position of the primary's log. */
export interface ReplicaPool {
  /**
   * @param position bytes from the beginning of the log
   * @returns undefined when the replica does not get there in time
   */
  readAt: <Row>(position: number, query: CompiledQuery) => Promise<QueryResult<Row> | undefined>
  /** Waits until the replica is there, and tells how many bytes are missing: 0 when it got there in time. */
  missingAt: (position: number) => Promise<number>
  /** Uses new connections from now on, and closes the others when their statements have ended. */
  forget: () => void
}

const howFar = `
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0'::pg_lsn end as position`

export function replicaPool(open: () => pg.Pool): ReplicaPool {
  let pool: pg.Pool | undefined
  // Per connection, because a proxy may lead them to different replicas.
  const reached = new WeakMap<pg.PoolClient, number>()

  async function missing(client: pg.PoolClient, position: number): Promise<number> {
    const end = performance.now() + longestWaitMs
    for (;;) {
      const left = position - (reached.get(client) ?? 0)
      if (left <= 0) return 0
      const { rows } = await client.query<{ position: number | null }>(howFar)
      const now = rows[0]?.position
      if (now === null || now === undefined) throw new NotAReplica()
      reached.set(client, now)
      if (now >= position) return 0
      if (performance.now() >= end) return position - now
      await wait(lookEvery)
    }
  }

  async function withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    pool ??= open()
    const client = await pool.connect()
    try {
      const result = await work(client)
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  return {
    readAt: <Row>(position: number, { sql, parameters }: CompiledQuery) =>
      withClient(async (client): Promise<QueryResult<Row> | undefined> => {
        if ((await missing(client, position)) > 0) return undefined
        const { rows } = await client.query(sql, [...parameters])
        return { rows: rows as Row[] }
      }),
    missingAt: (position) => withClient((client) => missing(client, position)),
    forget() {
      void pool?.end()
      pool = undefined
    },
  }
}

type Read = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>

const noTransactions = async () => {
  throw new Error('transactions belong to the primary')
}

/** PostgreSQL's dialect for single statements, each answered by `read`. */
export function readingDialect(read: Read): Dialect {
  const driver = new ReadingDriver(read)
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class ReadingDriver implements Driver {
  readonly #connection: DatabaseConnection

  constructor(read: Read) {
    this.#connection = {
      executeQuery: read,
      // biome-ignore lint/correctness/useYield: the interface asks for a generator, and nothing streams from a replica
      async *streamQuery() {
        throw new Error('a replica answers whole statements')
      },
    }
  }

  async init() {}
  async acquireConnection() {
    return this.#connection
  }
  async releaseConnection() {}
  async destroy() {}
  beginTransaction = noTransactions
  commitTransaction = noTransactions
  rollbackTransaction = noTransactions
}

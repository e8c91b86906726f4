import { setTimeout as wait } from 'node:timers/promises'
import { CamelCasePlugin, type CompiledQuery, Kysely, type QueryResult, sql } from 'kysely'
import { connect, type Db, openPool } from '../connect.ts'
import type { Pooler } from '../pooler.ts'
import type { DB } from '../schema.ts'
import { NotAReplica, type ReplicaPool, readingDialect, replicaPool } from './replica-pool.ts'

/** Milliseconds between two looks at a replica, and within which it must answer. */
const lookEvery = 1_000
const longestLook = 2_000

/** `used`: read from. `behind`: it answers, and lacks changes. `away`: it does not answer. */
type ReplicaState =
  | { kind: 'used' }
  | { kind: 'behind'; missingBytes: number; since: Date }
  | { kind: 'away'; reason: string; since: Date }

/** A replica that answers reads only while it is up to date, so that nobody sees older data. */
export interface Replica {
  /**
   * A database for reading only. Each statement is answered by the replica if it shows everything that was committed
   * before the statement began, and otherwise by `primary`.
   *
   * @param poolSize maximum connections to the replica
   */
  before: (primary: Db, poolSize: number) => Db
  state: () => ReplicaState
  close: () => Promise<void>
}

interface Options {
  /** Of the primary. */
  connectionString: string
  pooler?: Pooler | undefined
  /** Receives Portuguese messages for the operator. */
  log?: (sentence: string) => void
  now?: () => Date
}

/** Opens connections on first use. A replica that cannot be reached is looked for every second. */
export function openReplica(replicaUrl: string, options: Options): Replica {
  const { connectionString, pooler, log = console.warn, now = () => new Date() } = options
  const primary = connect(connectionString, { poolSize: 1, pooler })
  // With a short time limit, so that it soon finds out that a connection is dead.
  const scout = replicaPool(() => openPool(replicaUrl, { poolSize: 1, statementTimeout: longestLook }))
  const pools: ReplicaPool[] = [scout]
  const position = sharedReading(() => positionOf(primary))
  let state: ReplicaState = { kind: 'away', reason: 'not asked yet', since: now() }
  const waiting = new Set<() => void>()
  let isNew = true
  let isClosed = false

  const enter = (next: ReplicaState) => {
    const [before, isOther] = [state, next.kind !== state.kind]
    state = isOther || before.kind === 'used' || next.kind === 'used' ? next : { ...next, since: before.since }
    if (isOther && before.kind === 'away' && !isNew) log('A réplica do banco de dados voltou a responder.')
    isNew = false
    if (next.kind !== 'away' || !isOther) return
    log(`A réplica do banco de dados não responde: ${next.reason}.`)
    abandon()
  }
  /** Statements that wait for the replica go to the primary, and nobody gets one of its connections again. */
  const abandon = () => {
    for (const pool of pools) pool.forget()
    for (const giveUp of waiting) giveUp()
  }
  const away = (error: unknown) => enter({ kind: 'away', reason: (error as Error).message, since: now() })

  async function look() {
    let at: number
    try {
      at = await position()
    } catch {
      return // The primary is away; the replica may be well.
    }
    try {
      const missingBytes = await within(longestLook, scout.missingAt(at))
      enter(missingBytes === 0 ? { kind: 'used' } : { kind: 'behind', missingBytes, since: now() })
    } catch (error) {
      away(error)
    }
  }
  const pause = new AbortController()
  const looking = (async () => {
    while (!isClosed) {
      await look()
      await wait(lookEvery, undefined, { signal: pause.signal }).catch(() => {})
    }
  })()

  /** @returns undefined when the primary should answer */
  async function read<Row>(pool: ReplicaPool, query: CompiledQuery): Promise<QueryResult<Row> | undefined> {
    if (state.kind !== 'used') return undefined
    let giveUp = () => {}
    const isAbandoned = new Promise<'abandoned'>((resolve) => {
      giveUp = () => resolve('abandoned')
    })
    waiting.add(giveUp)
    try {
      const at = await position()
      const result = await Promise.race([pool.readAt<Row>(at, query), isAbandoned])
      if (result === 'abandoned') return undefined
      // Until the next look, others need not wait for it.
      if (!result && state.kind === 'used') enter({ kind: 'behind', missingBytes: 0, since: now() })
      return result
    } catch (error) {
      // Only the look decides that it is away: a single statement may have been cancelled, for example because the
      // primary has removed rows that it was reading.
      if (error instanceof NotAReplica) away(error)
      return undefined
    } finally {
      waiting.delete(giveUp)
    }
  }

  return {
    before(fallback, poolSize) {
      const pool = replicaPool(() => openPool(replicaUrl, { poolSize }))
      pools.push(pool)
      const dialect = readingDialect(
        async <Row>(query: CompiledQuery) =>
          (await read<Row>(pool, query)) ?? fallback.withoutPlugins().executeQuery<Row>(query as CompiledQuery<Row>),
      )
      return new Kysely<DB>({
        dialect,
        plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
      })
    },
    state: () => state,
    async close() {
      isClosed = true
      pause.abort()
      abandon()
      await within(longestLook, looking).catch(() => {})
      await primary.destroy()
    },
  }
}

/**
 * The end of what is committed, in bytes of the log. With `synchronous_commit = off`, commits are visible before they
 * are flushed.
 */
async function positionOf(primary: Db): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn as position
  `.execute(primary)
  return rows[0]?.position ?? Number.POSITIVE_INFINITY
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const end = new AbortController()
  // Its outcome may come when nobody waits for it any more.
  work.catch(() => {})
  const late = wait(ms, undefined, { signal: end.signal }).then(() => {
    throw new Error(`no answer within ${ms} ms`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([work, late])
  } finally {
    end.abort()
  }
}

/**
 * Lets many callers share readings of something that changes: at most one runs at a time, and a caller never gets a
 * reading that began before the call.
 */
export function sharedReading<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  let next: Promise<Value> | undefined

  const start = () => {
    const reading = read()
    running = reading
    const end = () => {
      if (running === reading) running = undefined
    }
    reading.then(end, end)
    return reading
  }
  return () => {
    if (!running) return start()
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined
        return start()
      })
    return next
  }
}

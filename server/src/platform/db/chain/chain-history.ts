import { setTimeout as pass } from 'node:timers/promises'
import { sql } from 'kysely'
import { repeatedly } from '../../repeatedly.ts'
import type { Db } from '../connect.ts'

/** Milliseconds between two runs, and so about how long an entry waits for its link. */
const pause = 2_000

/** Entries per transaction. An old database catches up at this pace, so that the server stays fast meanwhile. */
const batchSize = 10_000

/**
 * Links new history entries to the chain of their protocol (`chain_history()` in `sql/chain.sql`).
 *
 * @returns how many; 0 when all are chained, when an older transaction on the same server may still add one, or when
 * another process is doing it
 */
export async function chainHistory(db: Db, most = batchSize): Promise<number> {
  const { rows } = await sql<{ chained: number }>`select chain_history(${most}) as chained`.execute(db)
  return rows[0]?.chained ?? 0
}

/**
 * Chains every entry, for tools that use the database alone. Not more at a time: on a database without statistics, as after
 * a restore, 50,000 entries took 5 s and 100,000 were not done after three minutes.
 *
 * @returns how many it chained
 */
export async function chainWholeHistory(db: Db, most = 25_000): Promise<number> {
  let chained = 0
  while (await isWaiting(db)) {
    const now = await chainHistory(db, most)
    chained += now
    if (now === 0) await pass(50)
  }
  return chained
}

async function isWaiting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select coalesce((select max(id) from history), 0) > (select chained_to from chain_progress) as waits`.execute(db)
  return rows[0]?.waits ?? false
}

/**
 * Chains every two seconds until stopped, and once more at the end. Every instance does so; of two at the same moment,
 * one does nothing.
 *
 * @returns a function that stops it
 */
export function startChaining({
  db,
  log,
}: {
  db: Db
  log: { error: (details: object, message: string) => void }
}): () => Promise<void> {
  const onFailure = (error: unknown) => log.error({ err: error }, 'chaining the history failed, will be tried again')
  const stop = repeatedly({ pause, work: () => chainHistory(db), onFailure })
  return async () => {
    await stop()
    await chainHistory(db).catch(onFailure)
  }
}

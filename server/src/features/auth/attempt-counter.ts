import { sql } from 'kysely'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../../platform/db/connect.ts'
import { inDatabase } from '../../platform/db/limiter-store.ts'

/** How often something was counted in the current window, and when that ends. */
export interface Count {
  n: number
  secondsLeft: number
}

/** Counts by key, each in a window that begins with its first count. Kept in the database, for all instances. */
export interface AttemptCounter {
  read: (key: string) => Promise<Count>
  add: (key: string) => Promise<Count>
  /** Takes attempts back from the current window, at most those that it has: nobody gets more than the limit by it. */
  subtract: (key: string, n: number) => Promise<unknown>
  /** Ends the window and returns its count. Of several callers at the same moment only one gets it, the others 0. */
  take: (key: string) => Promise<number>
}

/**
 * @param name   prefix of the keys
 * @param window length in seconds
 */
export function attemptCounter(db: Db, name: string, window: number): AttemptCounter {
  const store = new RateLimiterPostgres({
    ...inDatabase(db),
    keyPrefix: name,
    // The callers have their own limits.
    points: Number.MAX_SAFE_INTEGER,
    duration: window,
  })
  const countOf = (result: RateLimiterRes | null): Count => ({
    n: result?.consumedPoints ?? 0,
    secondsLeft: Math.ceil((result?.msBeforeNext ?? 0) / 1000),
  })
  return {
    read: async (key) => countOf(await store.get(key)),
    add: async (key) => countOf(await store.penalty(key)),
    subtract: (key, n) =>
      db
        .updateTable('loginThrottle')
        .set({ points: sql`greatest(points - ${n}::int, 0)` })
        .where('key', '=', store.getKey(key))
        .where('expire', '>', Date.now())
        .execute(),
    async take(key) {
      const taken = await db
        .deleteFrom('loginThrottle')
        .where('key', '=', store.getKey(key))
        .returning(['points', 'expire'])
        .executeTakeFirst()
      return taken?.expire && taken.expire > Date.now() ? taken.points : 0
    },
  }
}

import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../../db/connect.ts'
import { inDatabase } from '../../db/limiter-store.ts'

/** How often something was counted in the current window, and when that ends. */
export interface Count {
  n: number
  secondsLeft: number
}

/** Counts by key, each in a window that begins with its first count. Kept in the database, for all instances. */
export interface AttemptCounter {
  read: (key: string) => Promise<Count>
  add: (key: string) => Promise<Count>
  subtract: (key: string, n: number) => Promise<unknown>
  clear: (key: string) => Promise<unknown>
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
    subtract: (key, n) => store.reward(key, n),
    clear: (key) => store.delete(key),
  }
}

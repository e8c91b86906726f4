import { AppError, errors } from '@malote/core/shared/errors.ts'
import type { FastifyReply } from 'fastify'
import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../../db/connect.ts'
import { attemptsOrigin } from './network-of.ts'

/** Length of the window in which attempts are counted, in seconds (contract 10.16). */
const window = 15 * 60

/** Reserves an attempt before checking it, so that concurrent attempts cannot exceed the limit. */
export interface Throttle {
  /**
   * Counts an attempt against an account (as typed, known or not) and an address.
   *
   * @throws AppError with `secondsToWait` when either has no attempts left
   */
  reserve: (account: string, address: string) => Promise<void>
  /** Records a successful attempt: it does not count, and the account's failures are reset. */
  succeed: (account: string, address: string) => Promise<void>
}

/** An error that says how long to wait. */
export class ThrottledError extends AppError {
  readonly secondsToWait: number

  constructor(secondsToWait: number) {
    super('TOO_MANY_LOGINS', { message: `${errors.TOO_MANY_LOGINS.message}. ${waitSentence(secondsToWait)}` })
    this.secondsToWait = secondsToWait
  }
}

/** Awaits an attempt. If there were too many, sets the header `Retry-After`, in seconds. */
export async function tellWhenToRetry<Result>(reply: FastifyReply, attempt: Promise<Result>): Promise<Result> {
  try {
    return await attempt
  } catch (refusal) {
    if (refusal instanceof ThrottledError) reply.header('retry-after', refusal.secondsToWait)
    throw refusal
  }
}

/** @param seconds the rest of the window; the sentence rounds it up to whole minutes */
function waitSentence(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return `Aguarde ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'} e tente novamente.`
}

/**
 * Limits failures per account and per address. Counts them in the database, so that the limit holds across instances.
 *
 * @param name distinguishes what is counted (`login`, `forgot-password`)
 * @param most attempts allowed within the window
 */
export function throttle(db: Db, name: string, most: { perAccount: number; perAddress: number }): Throttle {
  const limiter = (kind: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: storeOn(db),
      storeType: 'client',
      tableName: 'login_throttle',
      tableCreated: true,
      keyPrefix: `${name}:${kind}`,
      points,
      duration: window,
    })
  const accounts = limiter('account', most.perAccount)
  const addresses = limiter('address', most.perAddress)
  const keyOf = (account: string) => account.trim().toLowerCase()

  return {
    async reserve(account, address) {
      await consume(accounts, keyOf(account))
      try {
        await consume(addresses, attemptsOrigin(address))
      } catch (refusal) {
        // Refused because of its address: does not count as a failure of the account.
        await accounts.reward(keyOf(account))
        throw refusal
      }
    },
    async succeed(account, address) {
      await accounts.delete(keyOf(account))
      await addresses.reward(attemptsOrigin(address))
    },
  }
}

async function consume(limiter: RateLimiterPostgres, key: string) {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new ThrottledError(Math.ceil(refusal.msBeforeNext / 1000))
  }
}

/** The part of a pg client that the library needs, on our own pool. */
const storeOn = (db: Db) => ({
  query: async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows, numAffectedRows } = await db.withoutPlugins().executeQuery(CompiledQuery.raw(text, values))
    return { rows, rowCount: Number(numAffectedRows ?? rows.length) }
  },
})

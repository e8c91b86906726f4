import { createHash } from 'node:crypto'
import { AppError, errors } from '@malote/core/shared/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { openTurns } from '../../platform/http/turns.ts'
import { type AttemptCounter, attemptCounter, type Count } from './attempt-counter.ts'
import { attemptsOrigins } from './network-of.ts'

/** Length of the window in which attempts are counted, in seconds (contract 10.16). */
export const attemptWindow = 15 * 60

/** Reserves an attempt before checking it, so that concurrent attempts cannot exceed the limit. */
export interface Throttle {
  /**
   * Counts an attempt against an account (as typed, known or not) and an address.
   *
   * @throws ThrottledError when there are no attempts left; nothing is counted then
   */
  reserve: (account: string, address: string) => Promise<void>
  /** Records a successful attempt: it does not count, and neither do the account's failures before it. */
  succeed: (account: string, address: string) => Promise<void>
  /** Takes back a reserved attempt that was neither a success nor a failure: earlier failures still count. */
  release: (account: string, address: string) => Promise<void>
}

/** Too many attempts; the sentence says how long to wait. */
export class ThrottledError extends AppError {
  declare readonly retryAfter: number

  /** @param retryAfter seconds until the window ends */
  constructor(retryAfter: number) {
    const message = `${errors.TOO_MANY_LOGINS.message}. ${waitSentence(retryAfter)}`
    super('TOO_MANY_LOGINS', { message, retryAfter })
  }
}

/** @param seconds the rest of the window; the sentence rounds it up to minutes or, beyond two hours, to hours */
function waitSentence(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const hours = Math.ceil(seconds / 3600)
  const wait = hours > 2 ? `${hours} horas` : `${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}`
  return `Aguarde ${wait} e tente novamente.`
}

/** The key of an account's count. A hash, because the typed text may be a password. */
export const accountKey = (account: string) =>
  createHash('sha256').update(account.trim().toLowerCase()).digest('base64url')

/** One of the counts that an attempt adds to, and how high it may get. */
export interface Limit {
  counter: AttemptCounter
  key: string
  /** Called only when the count has reached `least`. */
  most: () => Promise<number> | number
  least: number
}

/**
 * Limits on the origin of attempts. Of IPv6, each wider network has twice the attempts of the one inside it, because
 * one owner may have a whole /48.
 *
 * @param name distinguishes what is counted
 * @param perAddress attempts of an IPv4 address, or of an IPv6 /64
 * @param window     in seconds
 */
export function originLimits(db: Db, name: string, perAddress: number, window = attemptWindow) {
  const counter = attemptCounter(db, `${name}:address`, window)
  return (address: string, most: (least: number) => Promise<number> | number = (least) => least): Limit[] =>
    attemptsOrigins(address).map((key, step) => {
      const least = perAddress * 2 ** step
      return { counter, key, least, most: () => most(least) }
    })
}

/** @throws ThrottledError when any of the limits is reached; only reads */
export async function ensureBelow(limits: readonly Limit[]): Promise<void> {
  const counts = await Promise.all(limits.map(async (limit) => ({ limit, count: await limit.counter.read(limit.key) })))
  for (const { limit, count } of counts) await refuseAbove(limit, count, 1)
}

/**
 * Adds an attempt to each of the limits, or to none.
 *
 * @throws ThrottledError when one of them was reached meanwhile
 */
export async function addTo(limits: readonly Limit[]): Promise<void> {
  const added: Limit[] = []
  try {
    for (const limit of limits) {
      added.push(limit)
      await refuseAbove(limit, await limit.counter.add(limit.key), 0)
    }
  } catch (refusal) {
    await takeFrom(added, 1)
    throw refusal
  }
}

export async function takeFrom(limits: readonly Limit[], n: number): Promise<void> {
  if (n > 0) await Promise.all(limits.map(({ counter, key }) => counter.subtract(key, n)))
}

/** @param coming attempts that are about to be added */
async function refuseAbove({ least, most }: Limit, { n, secondsLeft }: Count, coming: number) {
  if (n + coming > least && n + coming > (await most())) throw new ThrottledError(secondsLeft)
}

/**
 * Attempts that refuse none of those beside them. An attempt is counted as a failure until it has succeeded; where only
 * those under way leave no attempt, the next one waits for them.
 */
export function openAttempts() {
  const turns = openTurns<string>({ atOnce: 1 })
  const underWay = new Map<Promise<unknown>, string>()

  async function reserveInTurn(place: string, reserve: () => Promise<void>): Promise<void> {
    const others = [...underWay].flatMap(([attempt, where]) => (where === place ? [attempt] : []))
    try {
      await reserve()
    } catch (refusal) {
      if (others.length === 0 || !(refusal instanceof ThrottledError)) throw refusal
      await Promise.race(others)
      await reserveInTurn(place, reserve)
    }
  }

  /**
   * @param place   where attempts can refuse each other
   * @param reserve counts the attempt, or throws a ThrottledError
   * @param prove   takes the attempt back when it has succeeded
   */
  return async <T>(place: string, reserve: () => Promise<void>, prove: () => Promise<T>): Promise<T> => {
    const leave = await turns.take(place)
    try {
      await reserveInTurn(place, reserve)
    } catch (refusal) {
      leave?.()
      throw refusal
    }
    const answer = prove()
    const ended = answer.catch(() => {}).finally(() => underWay.delete(ended))
    underWay.set(ended, place)
    leave?.()
    return answer
  }
}

/**
 * Limits attempts per account, wherever they come from, and per address: for acts of the account's owner (a new password
 * in a session), and for acts that bother them (mails). Sign-ins have a throttle of their own.
 *
 * @param name distinguishes what is counted (`forgot-password`)
 * @param most attempts allowed within the window
 */
export function throttle(db: Db, name: string, most: { perAccount: number; perAddress: number }): Throttle {
  const accounts = attemptCounter(db, `${name}:account`, attemptWindow)
  const origins = originLimits(db, name, most.perAddress)
  const ofAccount = (account: string): Limit => ({
    counter: accounts,
    key: accountKey(account),
    least: most.perAccount,
    most: () => most.perAccount,
  })
  const limitsOn = (account: string, address: string) => [...origins(address), ofAccount(account)]
  return {
    async reserve(account, address) {
      const limits = limitsOn(account, address)
      await ensureBelow(limits)
      await addTo(limits)
    },
    release: (account, address) => takeFrom(limitsOn(account, address), 1),
    async succeed(account, address) {
      await takeFrom(origins(address), await accounts.take(accountKey(account)))
    },
  }
}

/** What a guesser does not have: a browser in which the account has signed in, or one of its sessions. */
export type OwnPlace = `device:${number}` | `session:${number}`

/** Where an attempt at an account is made. */
export interface Place {
  address: string
  own?: OwnPlace | undefined
}

/** Limits sign-ins that succeed: each costs hashing and a session. */
export interface SuccessLimit {
  /** @throws ThrottledError when the address, or the account, has signed in too often within the window */
  ensure: (place: Place, account?: string) => Promise<void>
  count: (place: Place, account?: string) => Promise<void>
}

/**
 * Sixty of an account and a thousand of an address, which may be a whole office at eight o'clock; in a browser where the
 * account has signed in before, sixty, whatever others do at the address (contract 10.16). Those are not counted for the
 * address: with fifty browsers one person could use up what the office has.
 */
export function successLimit(db: Db, factor: number): SuccessLimit {
  const accounts = attemptCounter(db, 'sign-in:account', attemptWindow)
  const origins = originLimits(db, 'sign-in', Math.ceil(1_000 * factor))
  const least = Math.ceil(60 * factor)
  const sixty = (account: string): Limit => ({ counter: accounts, key: accountKey(account), least, most: () => least })
  const limitsOn = ({ address, own }: Place, account?: string): Limit[] => {
    if (own !== undefined) return [sixty(own)]
    return [...origins(address), ...(account === undefined ? [] : [sixty(account)])]
  }
  return {
    ensure: (...where) => ensureBelow(limitsOn(...where)),
    // The sign-in is committed: failing to count it must not turn it into an error.
    count: async (...where) => {
      await Promise.allSettled(limitsOn(...where).map(({ counter, key }) => counter.add(key)))
    },
  }
}

/**
 * Limits unknown tokens of an address as failed sign-ins. Known ones open whatever others try there: nobody guesses 256 bits.
 *
 * @param name distinguishes what is counted
 * @returns a function that counts an unknown token; throws ThrottledError when there were thirty in the window
 */
export function unknownTokens(db: Db, name: string): (address: string) => Promise<void> {
  const limitsOn = originLimits(db, `${name}:token`, 30)
  return async (address) => {
    const limits = limitsOn(address)
    await ensureBelow(limits)
    await addTo(limits)
  }
}

/**
 * Limits the calls of an address to routes without a session.
 *
 * @param name distinguishes what is counted
 * @returns a function that counts a call; throws AppError TOO_MANY_REQUESTS when the minute's calls are used up
 */
export function callLimit(db: Db, name: string, perMinute: number): (address: string) => Promise<void> {
  const limitsOn = originLimits(db, name, perMinute, 60)
  return async (address) => {
    try {
      await ensureBelow(limitsOn(address))
      await addTo(limitsOn(address))
    } catch (refusal) {
      if (!(refusal instanceof ThrottledError)) throw refusal
      throw new AppError('TOO_MANY_REQUESTS', { retryAfter: refusal.retryAfter })
    }
  }
}

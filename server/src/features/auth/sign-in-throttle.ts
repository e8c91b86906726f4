import { createHmac } from 'node:crypto'
import type { Db } from '../../platform/db/connect.ts'
import { installationOf } from '../../platform/files/installation.ts'
import { memoize } from '../../platform/memoize.ts'
import { attemptCounter } from './attempt-counter.ts'
import { idOf, rememberNetwork, visitorsSince } from './devices.repo.ts'
import { attemptsOrigin, attemptsOrigins, networkOf } from './network-of.ts'
import {
  accountKey,
  addTo,
  attemptWindow,
  ensureBelow,
  type Limit,
  openAttempts,
  originLimits,
  type Place,
  takeFrom,
} from './throttle.ts'

/** Failures of an account from one address within the window, and of one address (contract 10.16). */
const perPair = 5
const perAddress = 30

/** Failures from a network of IPv4 (/24) within the window, as many as from an IPv6 /48. */
const perNetwork = 120

/** Failures of an account within a day from all networks together, and from each of its browsers (contract 18.25). */
const perDay = 100
const day = 24 * 3600

/**
 * Unknown accounts share this many daily counts, so that invented ones cannot fill the table. Nobody outside can tell which
 * ones share a count: an account that is not stopped with the others would be known.
 */
const buckets = 65_536

/** What an attempt proved. A right password that is only the first step is no failure, but it forgives none either. */
interface Proof<T> {
  answer: T
  isUnfinished?: boolean
}

export interface SignInThrottle {
  /**
   * Lets an account try to prove itself. Counts the attempt before; a success is taken back, with the account's failures
   * before it. What `prove` throws is a failure.
   *
   * @throws ThrottledError when there are no attempts left; nothing is counted then
   */
  attempt: <T>(account: string, place: Place, prove: () => Promise<Proof<T>>) => Promise<T>
}

/**
 * Limits failed sign-ins so that they stop those who guess, and nobody else:
 *
 * - In a browser in which it has signed in, an account has five failures, and a hundred a day. Nothing that happens
 *   elsewhere counts there, nor does it count elsewhere.
 * - Without one an account has five failures from one address, and a hundred a day from everywhere.
 * - An address has thirty failures, and a network more, or as many as people that signed in from there within the window.
 *   The failures of an account are forgiven once it signs in from there: a building full of typing errors is not an attack.
 *
 * Unknown accounts are treated like known ones. Whatever refuses is checked before anything is written.
 */
export function signInThrottle(db: Db): SignInThrottle {
  const pairs = attemptCounter(db, 'login:pair', attemptWindow)
  const days = attemptCounter(db, 'login:day', day)
  const origins = originLimits(db, 'login', perAddress)
  const networks = attemptCounter(db, 'login:network', attemptWindow)
  const attempts = openAttempts()
  const installation = memoize(() => installationOf(db))

  const about = async (account: string, { address, own }: Place) => {
    const pairKey = own ?? `${accountKey(account)}@${attemptsOrigin(address)}`
    const pair: Limit = { counter: pairs, key: pairKey, ...atMost(perPair) }
    const [userId, key] = await Promise.all([idOf(db, account), installation()])
    const network = networkOf(address) ?? address
    if (own) return { userId, network, pair, others: [{ counter: days, key: own, ...atMost(perDay) }] }
    const owner = userId === null ? `?${bucketOf(account, key)}` : String(userId)
    const isWidest = attemptsOrigins(address).length > 1
    const others: Limit[] = [
      ...origins(address, (least) => mostOf(db, network, least)),
      ...(isWidest
        ? []
        : [{ counter: networks, key: network, least: perNetwork, most: () => mostOf(db, network, perNetwork) }]),
      { counter: days, key: owner, ...atMost(perDay) },
    ]
    return { userId, network, pair, others }
  }

  return {
    async attempt(account, place, prove) {
      const { userId, network, pair, others } = await about(account, place)
      const all = [...others, pair]
      return attempts(
        place.own ?? attemptsOrigin(place.address),
        () => reserve(all),
        async () => {
          const { answer, isUnfinished } = await prove()
          const uncount = async () => {
            if (isUnfinished) return takeFrom(all, 1)
            await takeFrom(others, await pairs.take(pair.key))
            if (userId !== null) await rememberNetwork(db, userId, network, new Date())
          }
          // What was proved is committed: failing to take it back must not turn it into an error.
          await uncount().catch(() => {})
          return answer
        },
      )
    },
  }
}

/** Like {@link SignInThrottle}, for attempts whose account is known only once they have succeeded. */
export interface OriginThrottle {
  /** @param isFailure whether what `prove` threw counts */
  attempt: <T extends { user: { id: number } }>(
    address: string,
    prove: () => Promise<T>,
    isFailure: (refusal: unknown) => boolean,
  ) => Promise<T>
}

/**
 * Limits failed sign-ins at a provider, each of which may cost a call to it: an address has as many as with passwords,
 * counted apart from those.
 */
export function providerThrottle(db: Db): OriginThrottle {
  const origins = originLimits(db, 'oidc', perAddress)
  const attempts = openAttempts()
  return {
    async attempt(address, prove, isFailure) {
      const network = networkOf(address) ?? address
      const limits = origins(address, (least) => mostOf(db, network, least))
      return attempts(
        attemptsOrigin(address),
        () => reserve(limits),
        async () => {
          const answer = await prove().catch(async (refusal) => {
            if (!isFailure(refusal)) await takeFrom(limits, 1).catch(() => {})
            throw refusal
          })
          await takeFrom(limits, 1).catch(() => {})
          await rememberNetwork(db, answer.user.id, network, new Date()).catch(() => {})
          return answer
        },
      )
    },
  }
}

async function reserve(limits: readonly Limit[]): Promise<void> {
  await ensureBelow(limits)
  await addTo(limits)
}

/** Most failures of a network: as many as people that signed in from there within the window. */
const mostOf = async (db: Db, network: string, least: number): Promise<number> =>
  Math.max(least, await visitorsSince(db, network, new Date(Date.now() - attemptWindow * 1000)))

const atMost = (most: number): Pick<Limit, 'least' | 'most'> => ({ least: most, most: () => most })

const bucketOf = (account: string, key: string) =>
  createHmac('sha256', key).update(accountKey(account)).digest().readUInt32BE() % buckets

import { createHmac } from 'node:crypto'
import type { Db } from '../../platform/db/connect.ts'
import { installationOf } from '../../platform/files/installation.ts'
import { openTurns } from '../../platform/http/turns.ts'
import { memoize } from '../../platform/memoize.ts'
import { attemptCounter } from './attempt-counter.ts'
import { isVisited, knownFrom, rememberNetwork, visitorsSince } from './known-networks.repo.ts'
import { attemptsOrigin, networkOf } from './network-of.ts'
import {
  accountKey,
  addTo,
  attemptWindow,
  ensureBelow,
  type Limit,
  originLimits,
  type Throttle,
  ThrottledError,
  takeFrom,
} from './throttle.ts'

/** Failures of an account from one address within the window, and of one address (contract 10.16). */
const perPair = 5
const perAddress = 30

/** Failures of an account within a day from all networks together, and from each that it knows (contract 18.25). */
const perDay = 100
const day = 24 * 3600

/**
 * Unknown accounts share this many daily counts, so that invented ones cannot fill the table. Nobody outside can tell which
 * ones share a count: an account that is not stopped with the others would be known.
 */
const buckets = 65_536

/** A counted sign-in. */
interface Attempt {
  /** The answer to a wrong password when too many have failed; it is the same for every account, real or not. */
  refusal?: ThrottledError
  /** Whether the right password is answered with the refusal, too. */
  isClosed: boolean
  /** Takes it back: it was neither a success nor a failure. */
  release: () => Promise<void>
  /**
   * Checks the password. Refused attempts have theirs checked one after the other, and few of an address wait, because
   * hashing slows everybody's sign-in down.
   *
   * @throws ThrottledError when too many wait; the attempt is taken back then
   */
  check: <Answer>(work: () => Promise<Answer>) => Promise<Answer>
}

export interface SignInThrottle extends Pick<Throttle, 'reserve' | 'succeed'> {
  /**
   * Counts an attempt of somebody who has not proved anything yet.
   *
   * @throws ThrottledError when the password need not be checked, not even to take as long as elsewhere
   */
  attempt: (account: string, address: string) => Promise<Attempt>
}

/**
 * Limits failed sign-ins so that they stop those who guess, and nobody else:
 *
 * - An account has five failures from one address. Guesses from elsewhere do not lock it for its owner.
 * - An address has thirty failures, or as many as people that signed in from its network within the window. The failures
 *   of an account are forgiven once it signs in from there: a building full of typing errors is not an attack.
 * - An account has a hundred failures a day from all networks together.
 * - Where these refuse an account that signed in from this network before, its right password still opens, until five
 *   wrong ones from the network, or a hundred in a day. Wrong ones are answered as if nobody knew the account.
 *
 * Unknown accounts are treated like known ones. Whatever refuses is checked before anything is written.
 */
export function signInThrottle(db: Db): SignInThrottle {
  const pairs = attemptCounter(db, 'login:pair', attemptWindow)
  const days = attemptCounter(db, 'login:day', day)
  const origins = originLimits(db, 'login', perAddress)
  const installation = memoize(() => installationOf(db))
  const turnsOfAddress = openTurns<string>({ atOnce: 1, mostWaiting: 8 })
  const turnsOfAll = openTurns<'all'>({ atOnce: 1, mostWaiting: Infinity })

  const about = async (account: string, address: string) => {
    const network = networkOf(address) ?? address
    const [{ userId, isKnown }, key] = await Promise.all([knownFrom(db, account, network), installation()])
    const pair = { counter: pairs, key: `${accountKey(account)}@${attemptsOrigin(address)}`, ...atMost(perPair) }
    const owner = userId === null ? `?${bucketOf(account, key)}` : String(userId)
    const others = [
      ...origins(address, (least) => mostOf(db, network, least)),
      { counter: days, key: owner, ...atMost(perDay) },
    ]
    // Where it is not known, an account is counted here too, without a limit and with all others: it must take as long.
    const here = `${isKnown ? userId : '?'}@${network}`
    const ownPair = { counter: pairs, key: here, ...atMost(isKnown ? perPair : Infinity) }
    const ownDay = { counter: days, key: here, ...atMost(isKnown ? perDay : Infinity) }
    return { userId, isKnown, network, pair, others, ownPair, ownDay }
  }

  const attempt = async (account: string, address: string): Promise<Attempt> => {
    const { isKnown, network, pair, others, ownPair, ownDay } = await about(account, address)
    const shared = [...others, pair]
    const own = [ownPair, ownDay]
    const refusal = await refusalOf(shared)
    if (refusal && !(await isVisited(db, network))) throw refusal
    const ownRefusal = await refusalOf(own)
    const counted = [...(refusal ? [] : shared), ...(ownRefusal ? [] : own)]
    const release = () => takeFrom(counted, 1)
    return {
      ...(refusal && { refusal }),
      isClosed: refusal !== undefined && (!isKnown || ownRefusal !== undefined),
      release,
      async check(work) {
        if (!refusal) return work()
        const turn = turnsOfAddress.take(attemptsOrigin(address))
        if (turn) return during(turn, () => during(turnsOfAll.take('all'), work))
        await release()
        throw refusal
      },
    }
  }

  return {
    attempt,
    async reserve(account, address) {
      const { refusal, isClosed } = await attempt(account, address)
      if (isClosed) throw refusal
    },
    async succeed(account, address) {
      const { userId, network, pair, others, ownPair, ownDay } = await about(account, address)
      await takeFrom(others, await pairs.take(pair.key))
      await takeFrom([ownDay], await pairs.take(ownPair.key))
      if (userId !== null) await rememberNetwork(db, userId, network, new Date())
    },
  }
}

async function during<Answer>(turn: Promise<() => void> | undefined, work: () => Promise<Answer>): Promise<Answer> {
  const end = await turn
  try {
    return await work()
  } finally {
    end?.()
  }
}

/** Adds an attempt to each of the limits or, if one is reached, to none, and returns the refusal. */
async function refusalOf(limits: readonly Limit[]): Promise<ThrottledError | undefined> {
  try {
    await ensureBelow(limits)
    await addTo(limits)
    return undefined
  } catch (refusal) {
    if (refusal instanceof ThrottledError) return refusal
    throw refusal
  }
}

/** Like {@link Throttle}, for attempts whose account is known only once they have succeeded. */
export interface OriginThrottle {
  reserve: (address: string) => Promise<void>
  succeed: (userId: number, address: string) => Promise<void>
  release: (address: string) => Promise<void>
}

/**
 * Limits failed sign-ins at a provider, each of which may cost a call to it: an address has as many as with passwords,
 * counted apart from those.
 */
export function providerThrottle(db: Db): OriginThrottle {
  const origins = originLimits(db, 'oidc', perAddress)
  const limitsOn = (address: string) => origins(address, (least) => mostOf(db, networkOf(address) ?? address, least))
  return {
    async reserve(address) {
      const limits = limitsOn(address)
      await ensureBelow(limits)
      await addTo(limits)
    },
    async succeed(userId, address) {
      await takeFrom(limitsOn(address), 1)
      await rememberNetwork(db, userId, networkOf(address) ?? address, new Date())
    },
    release: (address) => takeFrom(limitsOn(address), 1),
  }
}

/** Most failures of a network: as many as people that signed in from there within the window. */
const mostOf = async (db: Db, network: string, least: number): Promise<number> =>
  Math.max(least, await visitorsSince(db, network, new Date(Date.now() - attemptWindow * 1000)))

const atMost = (most: number): Pick<Limit, 'least' | 'most'> => ({ least: most, most: () => most })

const bucketOf = (account: string, key: string) =>
  createHmac('sha256', key).update(accountKey(account)).digest().readUInt32BE() % buckets

import { createHmac } from 'node:crypto'
import type { Db } from '../../db/connect.ts'
import { installationOf } from '../../files/installation.ts'
import { remembered } from '../../lib/remembered.ts'
import { attemptCounter } from './attempt-counter.ts'
import { knownFrom, rememberNetwork, visitorsSince } from './known-networks.repo.ts'
import { attemptsOrigin, networkOf } from './network-of.ts'
import {
  accountKey,
  addTo,
  attemptWindow,
  ensureBelow,
  type Limit,
  originLimits,
  type Throttle,
  takeFrom,
} from './throttle.ts'

/** Failures of an account from one address within the window, and of one address (contract 10.16). */
const perPair = 5
const perAddress = 30

/**
 * Failures of an account within a day from all networks that it never signed in from together, and from each of the
 * others (contract 18.25).
 */
const perDay = 100
const day = 24 * 3600

/**
 * Unknown accounts share this many daily counts, so that invented ones cannot fill the table. Nobody outside can tell which
 * ones share a count: an account that is not stopped with the others would be known.
 */
const buckets = 65_536

/**
 * Limits failed sign-ins so that they stop those who guess, and nobody else:
 *
 * - An account has five failures from one address. Guesses from elsewhere do not lock it for its owner.
 * - An address has thirty failures, or as many as people that signed in from its network within the window. The failures
 *   of an account are forgiven once it signs in from there: a building full of typing errors is not an attack.
 * - A network from which an account signed in before is only subject to the account's own limits.
 * - An account has a hundred failures a day from all unknown networks together.
 *
 * Unknown accounts are treated like known ones. Whatever refuses is checked before anything is written.
 */
export function signInThrottle(db: Db): Throttle {
  const pairs = attemptCounter(db, 'login:pair', attemptWindow)
  const days = attemptCounter(db, 'login:day', day)
  const origins = originLimits(db, 'login', perAddress)
  const installation = remembered(() => installationOf(db))

  const about = async (account: string, address: string) => {
    const network = networkOf(address) ?? address
    const [{ userId, isKnown }, key] = await Promise.all([knownFrom(db, account, network), installation()])
    const pair = { counter: pairs, key: `${accountKey(account)}@${attemptsOrigin(address)}`, ...atMost(perPair) }
    const owner = userId === null ? `?${bucketOf(account, key)}` : String(userId)
    const ofDay = { counter: days, key: isKnown ? `${owner}@${network}` : owner, ...atMost(perDay) }
    const ofOrigin = origins(address, (least) => (isKnown ? Infinity : mostOf(db, network, least)))
    return { userId, network, pair, limits: [...ofOrigin, pair, ofDay] }
  }

  return {
    async reserve(account, address) {
      const { limits } = await about(account, address)
      await ensureBelow(limits)
      await addTo(limits)
    },
    async release(account, address) {
      await takeFrom((await about(account, address)).limits, 1)
    },
    async succeed(account, address) {
      const { userId, network, pair, limits } = await about(account, address)
      await takeFrom(
        limits.filter((limit) => limit !== pair),
        await pairs.take(pair.key),
      )
      if (userId !== null) await rememberNetwork(db, userId, network, new Date())
    },
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

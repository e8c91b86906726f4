import type { Duty } from '@malote/core/auth/duty.ts'
import type { OwnSession } from '@malote/core/auth/own-session.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { newToken, sessionEnd, tokenHash } from '../../platform/http/auth.ts'
import { networkOf } from './network-of.ts'

/** A successful sign-in. */
export interface NewSession {
  userId: number
  remember: boolean
  /** The duty that comes before everything else. */
  duty: Duty | null
  /**
   * User agent and address of the client, for the person's list of sessions; of the address, only the network is
   * stored.
   */
  userAgent: string | undefined
  ip: string
  /** The ID token of a sign-in at a provider, which can end its session there too. */
  idToken?: string | undefined
  /** When the person proved who they are; now, unless a provider says that it was earlier. */
  provedAt?: Date | undefined
}

/** Maximum stored length of the user agent, in characters. */
const longestUserAgent = 300

/** Opens a session and returns its bearer token: 256 random bits, stored only as their SHA-256. */
export async function openSession(
  trx: Trx,
  { userAgent, ip, idToken, ...session }: NewSession,
  now: Date,
): Promise<string> {
  const token = newToken()
  await trx
    .insertInto('sessions')
    .values({
      ...session,
      userAgent: userAgent?.slice(0, longestUserAgent) ?? null,
      network: networkOf(ip),
      idToken: idToken ?? null,
      tokenHash: tokenHash(token),
      createdAt: now,
      lastSeenAt: now,
      provedAt: session.provedAt ?? now,
      expiresAt: new Date(sessionEnd({ ...session, openedAt: now.getTime() }, now)),
    })
    .execute()
  return token
}

/** Ends one session of a person. Returns false when they have no such session. */
export async function endSession(trx: Trx, userId: number, sessionId: number): Promise<boolean> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Maximum sessions of a person: far more than somebody has browsers. */
export const mostSessions = 100

/** Ends the sessions of a person beyond {@link mostSessions}, those unused longest. Returns whether there were any. */
export async function endUnusedSessions(trx: Trx, userId: number): Promise<boolean> {
  const unused = trx
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .offset(mostSessions)
  const ended = await trx.deleteFrom('sessions').where('id', 'in', unused).executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/**
 * Ends all sessions of these people, except the session `except`. So do their calendar feeds: whoever had a session may
 * have made one.
 */
export async function endSessions(trx: Trx, userIds: number | readonly number[], except?: number): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('userId', '=', anyOf([userIds].flat()))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? 0))
    .execute()
  await dropFeeds(trx, [userIds].flat())
}

/** Ends the sessions and calendar feeds of everybody, except the session `except`. */
export async function endAllSessions(trx: Trx, except: number): Promise<void> {
  await trx.deleteFrom('sessions').where('id', '<>', except).execute()
  await dropFeeds(trx, 'all')
}

/** Ends the calendar feeds of these people. Returns false when none of them had one. */
export async function dropFeeds(db: Db, userIds: readonly number[] | 'all'): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('calendarFeeds')
    .$if(userIds !== 'all', (query) => query.where('userId', '=', anyOf(userIds === 'all' ? [] : userIds)))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** A person's sessions, the most recently used first. */
export async function listOwnSessions(db: Db, userId: number, currentId: number, now: Date): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'createdAt', 'lastSeenAt', 'expiresAt', 'userAgent', 'network'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now.toISOString())
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, isCurrent: row.id === currentId }))
}

import { randomBytes } from 'node:crypto'
import { anyOf } from '../../db/any-of.ts'
import type { Trx } from '../../db/connect.ts'
import { sessionLifetime, tokenHash } from '../../plugins/auth.ts'
import { networkOf } from './network-of.ts'

/** A sign-in that was found right. */
export interface NewSession {
  userId: number
  remember: boolean
  /** What the client calls itself and where it asks from, for the person's own list of sessions; only the network is kept. */
  userAgent: string | undefined
  ip: string
}

/** Longest client name that is kept, in characters. */
const longestUserAgent = 300

/** Signs a person in; the answer is the bearer token, 256 random bits that are stored only as their SHA-256. */
export async function openSession(trx: Trx, { userAgent, ip, ...session }: NewSession, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx
    .insertInto('sessions')
    .values({
      ...session,
      userAgent: userAgent?.slice(0, longestUserAgent) ?? null,
      network: networkOf(ip),
      tokenHash: tokenHash(token),
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + sessionLifetime(session.remember)),
    })
    .execute()
  return token
}

/** Ends one session of a person; false when they have no such session. */
export async function endSession(trx: Trx, userId: number, sessionId: number): Promise<boolean> {
  const ended = await trx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return ended.numDeletedRows > 0n
}

/** Signs people out everywhere, or everywhere but where they are. */
export async function endSessions(trx: Trx, userIds: number | readonly number[], except?: number): Promise<void> {
  await trx
    .deleteFrom('sessions')
    .where('userId', '=', anyOf([userIds].flat()))
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? 0))
    .execute()
}

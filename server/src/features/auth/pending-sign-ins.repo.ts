import { createHash } from 'node:crypto'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { newToken, tokenHash } from '../../platform/http/auth.ts'

/** How long a right password waits for the second step, in milliseconds. */
const lifetime = 5 * 60_000

/** Wrong codes after which the password must be given again. */
export const mostWrongCodes = 5

/** A sign-in whose password was right. */
export interface NewPendingSignIn {
  userId: number
  passwordHash: string
  remember: boolean
  userAgent: string | undefined
  /** The challenge for a passkey; null when the person has none. */
  challenge: string | null
  /** The browser, if the person has signed in in it before. */
  deviceId: number | null
}

/** Changes with the password, so that an old one cannot finish a sign-in. */
const passwordMark = (passwordHash: string) => createHash('sha256').update(passwordHash).digest()

/** The stored and compared form of a sign-in's browser. */
const browser = (userAgent: string | undefined) => userAgent?.slice(0, 300) ?? ''

/** Stores the sign-in and returns its token: 256 random bits, stored only as their SHA-256. It opens nothing by itself. */
export async function openPendingSignIn(
  trx: Trx,
  { userId, passwordHash, remember, userAgent, challenge, deviceId }: NewPendingSignIn,
  now: Date,
): Promise<string> {
  const token = newToken()
  await trx
    .insertInto('pendingSignIns')
    .values({
      userId,
      remember,
      challenge,
      deviceId,
      userAgent: browser(userAgent),
      passwordMark: passwordMark(passwordHash),
      tokenHash: tokenHash(token),
      expiresAt: new Date(now.getTime() + lifetime),
    })
    .execute()
  return token
}

export type PendingSignIn = NonNullable<Awaited<ReturnType<typeof findPendingSignIn>>>

/**
 * The sign-in of a token; undefined when the token is unknown, used or expired, when it comes from another browser, and
 * when the account was deactivated or got another password meanwhile.
 */
export async function findPendingSignIn(db: Db, token: string, userAgent: string | undefined, now: Date) {
  const row = await db
    .selectFrom('pendingSignIns')
    .innerJoin('users', 'users.id', 'pendingSignIns.userId')
    .select([
      'pendingSignIns.id',
      'userId',
      'remember',
      'challenge',
      'deviceId',
      'passwordMark',
      'wrongCodes',
      'passwordHash',
      'email',
      'name',
    ])
    .where('tokenHash', '=', tokenHash(token))
    .where('userAgent', '=', browser(userAgent))
    .where('expiresAt', '>', now.toISOString())
    .where('users.isActive', '=', true)
    .executeTakeFirst()
  return row?.passwordHash && passwordMark(row.passwordHash).equals(row.passwordMark) ? row : undefined
}

/**
 * Locks a sign-in and its person, the person first, as every change of an account does: attempts with one token are
 * checked one after the other, and nobody is let in who is being deactivated.
 */
export async function lockPendingSignIn(trx: Trx, { id, userId }: PendingSignIn): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forShare().execute()
  await trx.selectFrom('pendingSignIns').select('id').where('id', '=', id).forUpdate().execute()
}

export async function countWrongCode(trx: Trx, { id }: PendingSignIn): Promise<void> {
  await trx
    .updateTable('pendingSignIns')
    .set((row) => ({ wrongCodes: row('wrongCodes', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function endPendingSignIn(trx: Trx, { id }: PendingSignIn): Promise<void> {
  await trx.deleteFrom('pendingSignIns').where('id', '=', id).execute()
}

/** Ends all waiting sign-ins of a person, whose methods are no longer those that were offered. */
export async function endPendingSignIns(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('pendingSignIns').where('userId', '=', userId).execute()
}

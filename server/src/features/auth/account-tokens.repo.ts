import { AppError } from '@malote/core/shared/errors.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { newToken, tokenHash } from '../../platform/http/auth.ts'

const hour = 3_600_000

/** Lifetime of a link for choosing a password, in milliseconds (contract 10.17, 10.19). */
export const linkLifetime = { invitation: 72 * hour, password_reset: 2 * hour } as const

interface TokenKind {
  purpose: keyof typeof linkLifetime
  /** Whether an Admin sees the link and passes it on, or it is in a mail. */
  channel: 'screen' | 'mail'
}

/** A newly created token. It cannot be read again later. */
export interface AccountToken {
  token: string
  expiresAt: Date
}

/**
 * Creates a single-use token that lets its bearer choose one person's password. Earlier ones end, except that the mail of
 * an invitation leaves the one that the Admin has just seen. The caller has locked the person's row.
 *
 * The caller must show or send the token: the database stores only its SHA-256.
 */
export async function issueAccountToken(
  trx: Trx,
  userId: number,
  { purpose, channel }: TokenKind,
  now: Date,
): Promise<AccountToken> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + linkLifetime[purpose])
  const leavesShown = purpose === 'invitation' && channel === 'mail'
  await trx
    .deleteFrom('accountTokens')
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .$if(leavesShown, (query) => query.where('channel', '=', channel))
    .execute()
  await trx
    .insertInto('accountTokens')
    .values({ userId, purpose, channel, tokenHash: tokenHash(token), createdAt: now, expiresAt })
    .execute()
  return { token, expiresAt }
}

/**
 * The person whose token can be redeemed now.
 *
 * @throws AppError TOKEN_INVALID as {@link redeemAccountToken}
 */
export async function findTokenBearer(db: Db, token: string, now: Date): Promise<number> {
  const bearer = await db
    .selectFrom('accountTokens')
    .innerJoin('users', 'users.id', 'accountTokens.userId')
    .select('userId')
    .where('users.isActive', '=', true)
    .where('tokenHash', '=', tokenHash(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst()
  if (!bearer) throw new AppError('TOKEN_INVALID')
  return bearer.userId
}

/**
 * Redeems a token and returns its user's id. All other links of that person become invalid.
 *
 * @throws AppError TOKEN_INVALID when the token is unknown, used or expired, or its user may not sign in
 */
export async function redeemAccountToken(trx: Trx, token: string, now: Date): Promise<number> {
  const ofToken = trx.selectFrom('accountTokens').select('userId').where('tokenHash', '=', tokenHash(token))
  // The person first, as every change of an account does: who is being deactivated would otherwise deadlock with it.
  await trx.selectFrom('users').select('id').where('id', '=', ofToken).forNoKeyUpdate().execute()
  // One statement: of two requests with the same token, the second waits and then finds it used.
  const used = await trx
    .updateTable('accountTokens')
    .set({ usedAt: now })
    .from('users')
    .whereRef('users.id', '=', 'accountTokens.userId')
    .where('users.isActive', '=', true)
    .where('accountTokens.tokenHash', '=', tokenHash(token))
    .where('accountTokens.usedAt', 'is', null)
    .where('accountTokens.expiresAt', '>', now.toISOString())
    .returning('accountTokens.userId')
    .executeTakeFirst()
  if (!used) throw new AppError('TOKEN_INVALID')
  await dropUnusedAccountTokens(trx, used.userId)
  return used.userId
}

/** Earlier links must not survive a change of password or a deactivation. */
export async function dropUnusedAccountTokens(trx: Trx, userIds: number | readonly number[]): Promise<void> {
  await trx
    .deleteFrom('accountTokens')
    .where('userId', '=', anyOf([userIds].flat()))
    .where('usedAt', 'is', null)
    .execute()
}

import { randomBytes } from 'node:crypto'
import { AppError } from '@malote/core/shared/errors.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Trx } from '../../db/connect.ts'
import { tokenHash } from '../../plugins/auth.ts'

const hour = 3_600_000

/** How long a link to choose a password works, in milliseconds (contract 10.17, 10.19). */
const lifetime = { invitation: 72 * hour, password_reset: 2 * hour } as const
export type TokenPurpose = keyof typeof lifetime

/** A secret that was just made: nobody can read it again. */
export interface AccountToken {
  token: string
  expiresAt: Date
}

/**
 * A secret that lets its bearer choose the password of one person, once.
 *
 * Whoever calls this shows or sends the token: the database only keeps its SHA-256.
 */
export async function issueAccountToken(
  trx: Trx,
  userId: number,
  purpose: TokenPurpose,
  now: Date,
): Promise<AccountToken> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + lifetime[purpose])
  await trx
    .insertInto('accountTokens')
    .values({ userId, purpose, tokenHash: tokenHash(token), createdAt: now, expiresAt })
    .execute()
  return { token, expiresAt }
}

/**
 * Uses a token up and says whose it is; every other link of that person ends with it.
 *
 * @throws AppError TOKEN_INVALID when it is unknown, used, expired, or of somebody who may not sign in
 */
export async function redeemAccountToken(trx: Trx, token: string, now: Date): Promise<number> {
  // One statement: of two requests with the same token the second waits, and then finds it used.
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

/** Links that were given out before do not outlive a change of password or a deactivation. */
export async function dropUnusedAccountTokens(trx: Trx, userIds: number | readonly number[]): Promise<void> {
  await trx
    .deleteFrom('accountTokens')
    .where('userId', '=', anyOf([userIds].flat()))
    .where('usedAt', 'is', null)
    .execute()
}

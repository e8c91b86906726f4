import type { TokenPasswordBody } from '@malote/core/auth/login.ts'
import type { Db } from '../../db/connect.ts'
import { endSessions, hashPassword, redeemAccountToken } from '../auth/public.ts'
import { changeUser } from './users.repo.ts'

/**
 * Sets the password of whoever the link was made for; from now on they can sign in. The link works once, and all their
 * sessions end: somebody may have lost the old password to another.
 *
 * @returns whose it was
 * @throws AppError TOKEN_INVALID
 */
export const choosePassword = (db: Db, { token, newPassword }: TokenPasswordBody, now: Date): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const userId = await redeemAccountToken(trx, token, now)
    await changeUser(trx, userId, { passwordHash: await hashPassword(newPassword), firstAccess: false }, now)
    await endSessions(trx, userId)
    return userId
  })

import type { TokenPasswordBody } from '@malote/core/auth/login.ts'
import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
import { endSessions, ensureGoodPassword, hashPassword, redeemAccountToken } from '../auth/public.ts'
import { changeUser, lockUser } from './users.repo.ts'

/**
 * Sets the password of the person for whom the link was made; from then on they can sign in. The link works once. Ends
 * all their sessions, because someone else may know the old password.
 *
 * @returns the person's id
 * @throws AppError TOKEN_INVALID; INVALID_INPUT on a password that is easy to guess, after which the link still works
 */
export const choosePassword = (
  db: Db,
  config: Config,
  { token, newPassword }: TokenPasswordBody,
  address: string,
  now: Date,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const userId = await redeemAccountToken(trx, token, now)
    const user = await lockUser(trx, userId)
    if (!mayUsePassword(config.PASSWORD_LOGIN, user)) throw new AppError('TOKEN_INVALID')
    await ensureGoodPassword(config, user, newPassword)
    await changeUser(
      trx,
      userId,
      { passwordHash: await hashPassword(newPassword), firstAccess: false, mustChangePassword: false },
      now,
    )
    await endSessions(trx, userId)
    // The bearer of a link is not signed in, so that nobody is named as the actor.
    await recordAudit(trx, {
      ...{ action: 'password.changed', actor: null, address },
      subject: { kind: 'user', id: String(userId), name: user.name },
    })
    return userId
  })

import type { LoginBody } from '@malote/core/auth/login.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../db/connect.ts'
import { admit } from './admit.ts'
import { dutyOf } from './duty-of.ts'
import { isPassword } from './password.ts'
import type { Throttle } from './throttle.ts'

/** Origin of a sign-in. */
export interface ClientAddress {
  ip: string
  userAgent: string | undefined
  /** Called with the id of the requested account, for the security log. The response never reveals it. */
  onAccount?: (userId: number) => void
}

/**
 * Opens a session for a correct password. An unknown address, a wrong password, a missing password and a deactivated
 * account get the same error after the same work (contract 10.15).
 *
 * @throws AppError BAD_CREDENTIALS; ThrottledError after too many failures
 */
export async function login(
  db: Db,
  throttle: Throttle,
  { email, password, remember }: LoginBody,
  { onAccount, ...client }: ClientAddress,
  now: Date,
): Promise<{ user: SessionUser; token: string }> {
  await throttle.reserve(email, client.ip)
  const account = await findAccount(db, email)
  if (account) onAccount?.(account.id)
  const isRight = await isPassword(password, account?.passwordHash)
  if (!isRight || !account?.isActive) throw new AppError('BAD_CREDENTIALS')
  await throttle.succeed(email, client.ip)

  return db.transaction().execute(async (trx) => {
    // Read under a lock: an account that is deactivated, or whose password changes, at this moment must not keep a
    // session.
    const current = await trx
      .selectFrom('users')
      .select(['isActive', 'passwordHash'])
      .where('id', '=', account.id)
      .forShare()
      .executeTakeFirst()
    if (!current?.isActive || current.passwordHash !== account.passwordHash) throw new AppError('BAD_CREDENTIALS')
    const duty = await dutyOf(trx, account.id)
    return admit(trx, { userId: account.id, remember: remember ?? false, duty, ...client }, now)
  })
}

const findAccount = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'passwordHash', 'isActive'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()

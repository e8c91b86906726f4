import type { ProfileUpdate } from '@malote/core/profile/profile-update.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { App } from '../../platform/http/fastify.ts'
import { findSessionUser, type Throttle } from '../auth/public.ts'
import { changeUser } from '../users/public.ts'
import { type Asker, changePassword } from './change-password.ts'

/**
 * Changes the fields that people may change themselves; missing fields keep their value.
 *
 * @throws AppError CURRENT_PASSWORD_WRONG or INVALID_INPUT on the field, never as an expired session; ThrottledError
 * after five wrong passwords
 */
export async function updateProfile(
  { db, settings }: Pick<App, 'db' | 'settings'>,
  throttle: Throttle,
  asker: Asker,
  { currentPassword, newPassword, confirmPassword: _, phone, ...flags }: ProfileUpdate,
  now: Date,
): Promise<SessionUser> {
  const { id } = asker.viewer
  const update = () =>
    db.transaction().execute(async (trx) => {
      await changeUser(trx, id, { ...flags, ...(phone !== undefined && { phone: phone || null }) }, now)
      const passwords = newPassword ? { currentPassword: currentPassword ?? '', newPassword } : null
      const duty = passwords ? await changePassword(trx, settings, asker, passwords, now) : asker.duty
      return { ...(await findSessionUser(trx, id)), ...(duty && { duty }) }
    })
  return newPassword ? countingGuesses(throttle, String(id), asker.ip, update) : update()
}

/** Counts only wrong passwords: neither a success nor a new password that is refused. */
async function countingGuesses<Result>(
  throttle: Throttle,
  account: string,
  address: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  await throttle.reserve(account, address)
  try {
    const result = await attempt()
    // The change is committed: failing to reset the throttle must not turn it into an error.
    await throttle.succeed(account, address).catch(() => {})
    return result
  } catch (error) {
    const isGuess = error instanceof AppError && error.code === 'CURRENT_PASSWORD_WRONG'
    if (!isGuess) await throttle.release(account, address).catch(() => {})
    throw error
  }
}

import type { Duty } from '@malote/core/auth/duty.ts'
import { samePassword } from '@malote/core/auth/password-words.ts'
import type { ProfileUpdate } from '@malote/core/profile/profile-update.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { AppError, errors, invalidFields } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db, Trx } from '../../db/connect.ts'
import {
  dropUnusedAccountTokens,
  endSessions,
  findSessionUser,
  hashPassword,
  isPassword,
  settleDuty,
  type Throttle,
} from '../auth/public.ts'
import { changeUser, lockUser } from '../users/public.ts'

/** The person who changes their profile, with session and address. */
interface Asker {
  viewer: Viewer
  sessionId: number
  duty: Duty | null
  ip: string
}

/**
 * Changes the fields that people may change themselves; missing fields keep their value. A new password ends their
 * other sessions, and the links that could set another one.
 *
 * @throws AppError CURRENT_PASSWORD_WRONG on the field, never as an expired session; ThrottledError after five of those
 */
export async function updateProfile(
  db: Db,
  throttle: Throttle,
  { viewer, sessionId, duty, ip }: Asker,
  { currentPassword, newPassword, confirmPassword: _, phone, ...flags }: ProfileUpdate,
  now: Date,
): Promise<SessionUser> {
  const account = String(viewer.id)
  if (newPassword) await throttle.reserve(account, ip)

  const user = await db.transaction().execute(async (trx) => {
    await changeUser(trx, viewer.id, { ...flags, ...(phone !== undefined && { phone: phone || null }) }, now)
    if (newPassword) {
      await ensurePassword(trx, viewer.id, currentPassword ?? '')
      if (duty === 'choose-password' && newPassword === currentPassword)
        throw invalidFields({ newPassword: samePassword })
      await changeUser(
        trx,
        viewer.id,
        { passwordHash: await hashPassword(newPassword), mustChangePassword: false },
        now,
      )
      await endSessions(trx, viewer.id, sessionId)
      await dropUnusedAccountTokens(trx, viewer.id)
    }
    const left = newPassword && duty === 'choose-password' ? await settleDuty(trx, viewer.id, sessionId) : duty
    return { ...(await findSessionUser(trx, viewer.id)), ...(left && { duty: left }) }
  })
  // The change is committed: failing to reset the throttle must not turn it into an error.
  if (newPassword) await throttle.succeed(account, ip).catch(() => {})
  return user
}

async function ensurePassword(trx: Trx, userId: number, password: string) {
  const { passwordHash } = await lockUser(trx, userId)
  if (await isPassword(password, passwordHash)) return
  throw new AppError('CURRENT_PASSWORD_WRONG', {
    fieldErrors: { currentPassword: errors.CURRENT_PASSWORD_WRONG.message },
  })
}

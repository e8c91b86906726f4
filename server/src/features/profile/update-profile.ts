import type { ProfileUpdate } from '@malote/core/profile/profile-update.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { AppError, errors } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db, Trx } from '../../db/connect.ts'
import {
  dropUnusedAccountTokens,
  endSessions,
  findSessionUser,
  hashPassword,
  isPassword,
  type Throttle,
} from '../auth/public.ts'
import { changeUser, lockUser } from '../users/public.ts'

/** Who changes their profile, in which session and from which address. */
interface Asker {
  viewer: Viewer
  sessionId: number
  ip: string
}

/**
 * Changes what a person may change of themselves; what the update does not name stays. A new password ends their other
 * sessions and the links that could set another.
 *
 * @throws AppError CURRENT_PASSWORD_WRONG on the field, never as a lost session; ThrottledError after five of those
 */
export async function updateProfile(
  db: Db,
  throttle: Throttle,
  { viewer, sessionId, ip }: Asker,
  { currentPassword, newPassword, confirmPassword: _, phone, ...flags }: ProfileUpdate,
  now: Date,
): Promise<SessionUser> {
  const account = String(viewer.id)
  if (newPassword) await throttle.reserve(account, ip)

  const user = await db.transaction().execute(async (trx) => {
    await changeUser(trx, viewer.id, { ...flags, ...(phone !== undefined && { phone: phone || null }) }, now)
    if (newPassword) {
      await ensurePassword(trx, viewer.id, currentPassword ?? '')
      await changeUser(trx, viewer.id, { passwordHash: await hashPassword(newPassword) }, now)
      await endSessions(trx, viewer.id, sessionId)
      await dropUnusedAccountTokens(trx, viewer.id)
    }
    return findSessionUser(trx, viewer.id)
  })
  // The change stands: an attempt that stays counted must not turn it into an error.
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

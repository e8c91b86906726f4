import type { Duty } from '@malote/core/auth/duty.ts'
import { samePassword } from '@malote/core/auth/password-words.ts'
import { invalidFields } from '@malote/core/shared/errors.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
import {
  dropUnusedAccountTokens,
  endSessions,
  ensureCurrentPassword,
  ensureGoodPassword,
  hashPassword,
  settleDuty,
} from '../auth/public.ts'
import { changeUser, lockUser } from '../users/public.ts'

/** The person who changes their profile, with session and address. */
export interface Asker {
  viewer: Actor
  sessionId: number
  duty: Duty | null
  ip: string
}

interface Passwords {
  currentPassword: string
  newPassword: string
}

/**
 * Replaces a person's own password. Ends their other sessions, and the links that could set another one.
 *
 * @returns what the session must still do first, null for nothing
 * @throws AppError CURRENT_PASSWORD_WRONG or INVALID_INPUT on the field
 */
export async function changePassword(
  trx: Trx,
  config: Config,
  { viewer, sessionId, duty }: Asker,
  { currentPassword, newPassword }: Passwords,
  now: Date,
): Promise<Duty | null> {
  const { passwordHash, ...user } = await lockUser(trx, viewer.id)
  await ensureCurrentPassword(currentPassword, passwordHash)
  await ensureGoodPassword(config, user, newPassword)
  const mustDiffer = duty === 'choose-password'
  if (mustDiffer && newPassword === currentPassword) throw invalidFields({ newPassword: samePassword })

  const change = { passwordHash: await hashPassword(newPassword), mustChangePassword: false }
  await changeUser(trx, viewer.id, change, now)
  await endSessions(trx, viewer.id, sessionId)
  await dropUnusedAccountTokens(trx, viewer.id)
  await recordAudit(trx, {
    ...{ action: 'password.changed', actor: viewer, address: viewer.address },
    subject: { kind: 'user', id: String(viewer.id), name: viewer.name },
  })
  return mustDiffer ? settleDuty(trx, config, viewer.id) : duty
}

import type { Duty } from '@malote/core/auth/duty.ts'
import { samePassword } from '@malote/core/auth/password-words.ts'
import type { ProfileUpdate } from '@malote/core/profile/profile-update.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import { notifyAccount } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { App } from '../../platform/http/fastify.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
import {
  dropUnusedAccountTokens,
  endSessions,
  ensureCurrentPassword,
  ensureGoodPassword,
  ensureSamePassword,
  findSessionUser,
  hashPassword,
  settleDuty,
  type Throttle,
} from '../auth/public.ts'
import { changeUser, lockUser, readUser } from '../users/public.ts'

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
  const update = (change?: PasswordChange) =>
    db.transaction().execute(async (trx) => {
      await changeUser(trx, id, { ...flags, ...(phone !== undefined && { phone: phone || null }) }, now)
      const duty = change ? await changePassword(trx, settings, asker, change, now) : asker.duty
      return { ...(await findSessionUser(trx, id)), ...(duty && { duty }) }
    })
  if (!newPassword) return update()
  const passwords = { currentPassword: currentPassword ?? '', newPassword }
  return countingGuesses(throttle, String(id), asker.ip, async () =>
    update(await checkPasswords(db, settings, asker, passwords)),
  )
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

/** The person who changes their profile, with session and address. */
interface Asker {
  viewer: Actor
  sessionId: number
  duty: Duty | null
  ip: string
}

const passwordChanged = {
  title: 'Senha alterada',
  message:
    'A senha da sua conta foi alterada no seu perfil, e as outras sessões foram encerradas. Se não foi você, use “Esqueci minha senha” e fale com um administrador.',
}

interface Passwords {
  currentPassword: string
  newPassword: string
}

/** A change of password that was checked, as hashes. */
interface PasswordChange {
  from: string | null
  to: string
}

/** @throws AppError CURRENT_PASSWORD_WRONG or INVALID_INPUT on the field */
async function checkPasswords(
  db: Db,
  config: Config,
  { viewer, duty }: Asker,
  { currentPassword, newPassword }: Passwords,
): Promise<PasswordChange> {
  const { passwordHash, ...user } = await readUser(db, viewer.id)
  await ensureCurrentPassword(currentPassword, passwordHash)
  await ensureGoodPassword(db, config, user, newPassword)
  const mustDiffer = duty === 'choose-password'
  if (mustDiffer && newPassword === currentPassword) throw invalidFields({ newPassword: samePassword })
  return { from: passwordHash, to: await hashPassword(newPassword) }
}

/**
 * Replaces a person's own password. Ends their other sessions, and the links that could set another one.
 *
 * @returns what the session must still do first, null for nothing
 * @throws AppError CURRENT_PASSWORD_WRONG on the field when it was changed meanwhile
 */
async function changePassword(
  trx: Trx,
  config: Config,
  { viewer, sessionId, duty }: Asker,
  { from, to }: PasswordChange,
  now: Date,
): Promise<Duty | null> {
  const { passwordHash } = await lockUser(trx, viewer.id)
  ensureSamePassword(from, passwordHash)
  await changeUser(trx, viewer.id, { passwordHash: to, mustChangePassword: false }, now)
  await endSessions(trx, viewer.id, sessionId)
  await notifyAccount(trx, { userId: viewer.id, ...passwordChanged, at: now })
  await dropUnusedAccountTokens(trx, viewer.id)
  await recordAudit(trx, {
    ...{ action: 'password.changed', actor: viewer, address: viewer.address },
    subject: { kind: 'user', id: String(viewer.id), name: viewer.name },
  })
  return duty === 'choose-password' ? settleDuty(trx, config, viewer.id) : duty
}

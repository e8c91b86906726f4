import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import { currentPasswordMissing } from '@malote/core/auth/second-step.ts'
import { canRemoveMethod, canResetSecondStep, needsSecondStep } from '@malote/core/auth/second-step-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError, invalidFields } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { notifyAccount } from '../../domain/notices/notify.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
import {
  endPendingSignIns,
  endSessions,
  ensureCurrentPassword,
  ensureSamePassword,
  type Throttle,
} from '../auth/public.ts'
import { lockUser, readUser } from '../users/public.ts'
import { type Enroller, methodWords } from './enrolment.ts'
import { countMethods, deleteMethod, deleteMethods } from './methods.repo.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'

interface Removal {
  id: number
  currentPassword?: string | undefined
  /** Throws PROOF_NEEDED unless the person has proved just now who they are. */
  prove: () => Promise<void>
}

/**
 * Removes a method of one's own; the recovery codes go with the last one. People who sign in with a password repeat it,
 * the others have just signed in at the provider.
 *
 * @throws AppError CURRENT_PASSWORD_WRONG or INVALID_INPUT on the field, PROOF_NEEDED, SECOND_STEP_METHOD_NOT_FOUND, SECOND_STEP_REQUIRED;
 * ThrottledError
 */
export async function removeMethod(
  db: Db,
  throttle: Throttle,
  config: Config,
  { viewer, ip }: Enroller & { viewer: Viewer },
  { id, currentPassword, prove }: Removal,
  now: Date,
): Promise<void> {
  const { passwordHash } = await readUser(db, viewer.id)
  const usesPassword = passwordHash !== null && mayUsePassword(config.PASSWORD_LOGIN, viewer)
  if (usesPassword) {
    if (currentPassword === undefined) throw invalidFields({ currentPassword: currentPasswordMissing })
    await throttle.reserve(String(viewer.id), ip)
    await ensureCurrentPassword(currentPassword, passwordHash)
  } else {
    await prove()
  }
  await db.transaction().execute(async (trx) => {
    const person = await lockUser(trx, viewer.id)
    ensureSamePassword(passwordHash, person.passwordHash)
    const method = await deleteMethod(trx, viewer.id, id)
    if (!method) throw new AppError('SECOND_STEP_METHOD_NOT_FOUND')
    const others = await countMethods(trx, viewer.id)
    ensure(canRemoveMethod(needsSecondStep(config.REQUIRE_SECOND_STEP, person), others))
    if (others === 0) await dropRecoveryCodes(trx, viewer.id)
    await endPendingSignIns(trx, viewer.id)
    const subject = { kind: 'user', id: String(viewer.id), name: viewer.name }
    await recordAudit(trx, { action: 'second-step.removed', actor: viewer, address: ip, subject, before: method })
    await notifyAccount(trx, {
      userId: viewer.id,
      title: 'Verificação em duas etapas removida',
      message: `${methodWords[method.kind]} “${method.name}” não confirma mais as suas entradas no Malote. Se não foi você, altere a sua senha e fale com um administrador.`,
      at: now,
    })
  })
  // The change is committed: failing to reset the throttle must not turn it into an error.
  if (usesPassword) await throttle.succeed(String(viewer.id), ip).catch(() => {})
}

/**
 * Removes somebody's second step, e.g. after they lost their phone. Ends their sessions, because a finder of the phone
 * may use them, and notifies the person. Does nothing for people without a second step.
 *
 * @throws AppError USER_NOT_FOUND, OWN_SECOND_STEP
 */
export const resetSecondStep = (db: Db, viewer: Viewer, ip: string, userId: number, now: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { name } = await lockUser(trx, userId)
    ensure(canResetSecondStep(viewer, { id: userId }))
    const methods = await deleteMethods(trx, userId)
    if (methods.length === 0) return
    await dropRecoveryCodes(trx, userId)
    await endPendingSignIns(trx, userId)
    await endSessions(trx, userId)
    const subject = { kind: 'user', id: String(userId), name }
    await recordAudit(trx, { action: 'second-step.reset', actor: viewer, address: ip, subject, before: { methods } })
    await notifyAccount(trx, {
      userId,
      title: 'Verificação em duas etapas redefinida',
      message: `${viewer.name} redefiniu a sua verificação em duas etapas: as suas sessões foram encerradas, e agora você entra só com a senha. Cadastre de novo no seu perfil. Se não pediu isso, altere a sua senha e fale com um administrador.`,
      at: now,
    })
  })

import { canResetSecondStep } from '@malote/core/auth/second-step-rules.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { notifyAccount } from '../../domain/notices/notify-account.ts'
import type { Db } from '../../platform/db/connect.ts'
import { recordAudit } from '../audit/public.ts'
import { endPendingSignIns, endSessions } from '../auth/public.ts'
import { lockUser } from '../users/public.ts'
import { deleteMethods } from './methods.repo.ts'
import { dropRecoveryCodes } from './recovery-codes.ts'

/**
 * Removes somebody's second step, e.g. after they lost their phone. Ends their sessions, because whoever has the phone
 * may use them, and tells the person. Does nothing for people without a second step.
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

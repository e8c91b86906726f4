import { AppError, errors, invalidFields } from '@malote/core/shared/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { lockUser } from '../users/public.ts'
import { type Enroller, finishEnrolment } from './enrolment.ts'
import { putTotp } from './methods.repo.ts'
import { dropOffer, offeredSecret } from './offers.repo.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { unseal } from './secret-box.ts'
import { timeStepOf } from './totp.ts'

/** Name of the authenticator app in the list of methods; a person has one. */
const name = 'Aplicativo autenticador'

/**
 * Enrols the offered authenticator app, in place of an earlier one, and returns ten new recovery codes.
 *
 * @throws AppError ENROLMENT_EXPIRED; INVALID_INPUT on the field for a wrong code, never as an expired session
 */
export const confirmTotp = (db: Db, config: Config, enroller: Enroller, code: string, now: Date): Promise<string[]> =>
  db.transaction().execute(async (trx) => {
    const { id: userId } = await lockUser(trx, enroller.viewer.id)
    const secret = await offeredSecret(trx, enroller.sessionId, now)
    const bytes = secret && unseal(secret, userId, config.SECOND_STEP_KEY)
    if (!bytes) throw new AppError('ENROLMENT_EXPIRED')
    const lastStep = timeStepOf(bytes, code, now)
    if (lastStep === undefined) throw invalidFields({ code: errors.SECOND_STEP_WRONG.message })
    await putTotp(trx, { userId, name, secret, lastStep }, now)
    await dropOffer(trx, enroller.sessionId, 'totp')
    await finishEnrolment(trx, config, enroller, { kind: 'totp', name }, now)
    return renewRecoveryCodes(trx, userId, now)
  })

import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { recordAudit } from '../audit/public.ts'
import { lockUser } from '../users/public.ts'
import type { Enroller } from './enrolment.ts'
import { countMethods } from './methods.repo.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'

/**
 * Ten new recovery codes; the old ones no longer count.
 *
 * @throws AppError SECOND_STEP_METHOD_NOT_FOUND for people without a second step, for whom codes would open nothing
 */
export const newRecoveryCodes = (db: Db, { viewer, ip }: Enroller, now: Date): Promise<string[]> =>
  db.transaction().execute(async (trx) => {
    const { id, name } = await lockUser(trx, viewer.id)
    if ((await countMethods(trx, id)) === 0) throw new AppError('SECOND_STEP_METHOD_NOT_FOUND')
    const subject = { kind: 'user', id: String(id), name }
    const after = { kind: 'recovery' }
    await recordAudit(trx, { action: 'second-step.enrolled', actor: viewer, address: ip, subject, after })
    return renewRecoveryCodes(trx, id, now)
  })

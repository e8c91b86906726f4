import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { refuseOn } from '../../platform/db/failures.ts'
import type { Config } from '../../platform/settings/config.ts'
import { lockUser } from '../users/public.ts'
import { type Enroller, finishEnrolment } from './enrolment.ts'
import { insertPasskey, lockPasskeys, putOffer, takeChallenge } from './methods.repo.ts'
import { newPasskey, passkeyCreation } from './passkeys.ts'
import { countRecoveryCodes, makeRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'

/** Options for creating a passkey in the browser; their challenge is kept for this session. */
export const offerPasskey = (db: Db, config: Config, { viewer, sessionId }: Enroller, now: Date) =>
  db.transaction().execute(async (trx) => {
    const person = await lockUser(trx, viewer.id)
    const options = await passkeyCreation(config, person, await lockPasskeys(trx, person.id))
    await putOffer(trx, sessionId, { kind: 'passkey', challenge: options.challenge }, now)
    return { ...options }
  })

/**
 * Enrols the passkey that the browser created for the last options.
 *
 * @returns ten recovery codes for people who have none
 * @throws AppError ENROLMENT_EXPIRED, PASSKEY_REFUSED
 */
export async function enrolPasskey(
  db: Db,
  config: Config,
  enroller: Enroller,
  { credential, name }: { credential: Record<string, unknown>; name: string },
  now: Date,
): Promise<string[] | undefined> {
  // In a transaction of its own: a failed attempt uses the challenge up, too.
  const challenge = await db.transaction().execute((trx) => takeChallenge(trx, enroller.sessionId, now))
  if (challenge === undefined) throw new AppError('ENROLMENT_EXPIRED')
  const passkey = await newPasskey(config, credential, challenge)
  if (!passkey) throw new AppError('PASSKEY_REFUSED')
  const made = (await countRecoveryCodes(db, enroller.viewer.id)) > 0 ? undefined : await makeRecoveryCodes()
  return refuseOn(
    'unique',
    (cause) => new AppError('PASSKEY_REFUSED', { cause }),
    db.transaction().execute(async (trx) => {
      const { id: userId } = await lockUser(trx, enroller.viewer.id)
      await insertPasskey(trx, { userId, name }, passkey, now)
      await finishEnrolment(trx, config, enroller, { kind: 'passkey', name }, now)
      if ((await countRecoveryCodes(trx, userId)) > 0) return undefined
      // The last code was used at this moment.
      if (!made) throw new AppError('BUSY')
      return renewRecoveryCodes(trx, userId, made, now)
    }),
  )
}

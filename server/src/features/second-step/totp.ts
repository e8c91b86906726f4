import { AppError, errors, invalidFields } from '@malote/core/shared/errors.ts'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { relyingParty } from '../auth/public.ts'
import { lockUser } from '../users/public.ts'
import { type Enroller, finishEnrolment } from './enrolment.ts'
import { dropOffer, lockOfferedSecret, offeredSecret, putOffer, putTotp } from './methods.repo.ts'
import { makeRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'
import { seal, unseal } from './secret-box.ts'

/** Length of a time step, in seconds (RFC 6238, 4.1). */
const period = 30

/** Bytes of a secret: as long as the hash (RFC 4226, 4). */
const secretLength = 20

/** SHA-1 and six digits, because several apps ignore other settings; the HMAC is not affected by collisions. */
const totp = (secret: Uint8Array<ArrayBuffer>, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: new Secret({ buffer: secret.buffer }), algorithm: 'SHA1', digits: 6, period })

/** A new secret: its bytes, in base32 for typing, and as `otpauth:` URI for the QR code. */
function newTotpSecret(issuer: string, label: string) {
  // meets V6.5.3, V6.5.4
  const secret = new Secret({ size: secretLength })
  const uri = totp(new Uint8Array(secret.bytes), { issuer, label }).toString()
  return { bytes: new Uint8Array(secret.bytes), text: secret.base32, uri }
}

/**
 * The time step of a right code: the current one, or the one before or after it, because clocks differ.
 *
 * @returns undefined for a wrong code
 */
export function timeStepOf(secret: Uint8Array, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const distance = totp(new Uint8Array(secret)).validate({ token: code, timestamp, window: 1 })
  return distance === null ? undefined : Math.floor(timestamp / 1000 / period) + distance
}

/** Offers a new secret for an authenticator app. It counts only once a code of it was confirmed. */
export const offerTotp = (db: Db, config: Config, { viewer, sessionId }: Enroller, now: Date) =>
  db.transaction().execute(async (trx) => {
    const { id, email } = await lockUser(trx, viewer.id)
    const { bytes, text, uri } = newTotpSecret(relyingParty(config).name, email)
    await putOffer(trx, sessionId, { kind: 'totp', secret: seal(bytes, id, config.SECOND_STEP_KEY) }, now)
    return { secret: text, uri }
  })

/** Name of the authenticator app in the list of methods; a person has one. */
const name = 'Aplicativo autenticador'

/**
 * Enrols the offered authenticator app, in place of an earlier one, and returns ten new recovery codes.
 *
 * @throws AppError ENROLMENT_EXPIRED; INVALID_INPUT on the field for a wrong code, never as an expired session
 */
export async function confirmTotp(
  db: Db,
  config: Config,
  enroller: Enroller,
  code: string,
  now: Date,
): Promise<string[]> {
  const userId = enroller.viewer.id
  const confirmed = (secret: Buffer | undefined) => {
    const bytes = secret && unseal(secret, userId, config.SECOND_STEP_KEY)
    if (!secret || !bytes) throw new AppError('ENROLMENT_EXPIRED')
    const lastStep = timeStepOf(bytes, code, now)
    if (lastStep === undefined) throw invalidFields({ code: errors.SECOND_STEP_WRONG.message })
    return { secret, lastStep }
  }
  confirmed(await offeredSecret(db, enroller.sessionId, now))
  const made = await makeRecoveryCodes()
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const { secret, lastStep } = confirmed(await lockOfferedSecret(trx, enroller.sessionId, now))
    await putTotp(trx, { userId, name, secret, lastStep }, now)
    await dropOffer(trx, enroller.sessionId, 'totp')
    await finishEnrolment(trx, config, enroller, { kind: 'totp', name }, now)
    return renewRecoveryCodes(trx, userId, made, now)
  })
}

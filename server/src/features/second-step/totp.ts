import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { AppError, errors, invalidFields } from '@malote/core/shared/errors.ts'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { relyingParty } from '../auth/public.ts'
import { lockUser } from '../users/public.ts'
import { type Enroller, finishEnrolment } from './enrolment.ts'
import { dropOffer, lockOfferedSecret, offeredSecret, putOffer, putTotp } from './methods.repo.ts'
import { makeRecoveryCodes, renewRecoveryCodes } from './recovery-codes.ts'

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

/** First byte of a sealed secret. */
const format = { plain: 0, aes256gcm: 1 } as const
const nonceLength = 12
const tagLength = 16

// meets V11.1.1, V11.1.2
const keyOf = (passphrase: string) => Buffer.from(hkdfSync('sha256', passphrase, '', 'malote second step secrets', 32))

/**
 * Encrypts the secret of an authenticator app (AES-256-GCM) for the database, or only marks it as plain without a
 * passphrase. The person's id is authenticated, so a sealed secret that is copied to another person does not open.
 *
 * @param passphrase `SECOND_STEP_KEY`
 */
function seal(secret: Uint8Array, userId: number, passphrase: string | undefined): Buffer {
  if (passphrase === undefined) return Buffer.concat([Buffer.of(format.plain), secret])
  const nonce = randomBytes(nonceLength)
  // meets V11.2.3
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase), nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(String(userId)))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([Buffer.of(format.aes256gcm), nonce, sealed, cipher.getAuthTag()])
}

/** The secret that {@link seal} stored; undefined when the passphrase is missing or another one. */
export function unseal(sealed: Buffer, userId: number, passphrase: string | undefined): Buffer | undefined {
  const [kind] = sealed
  if (kind === format.plain) return sealed.subarray(1)
  if (kind !== format.aes256gcm || passphrase === undefined) return undefined
  const nonce = sealed.subarray(1, 1 + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', keyOf(passphrase), nonce, { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(String(userId)))
  decipher.setAuthTag(sealed.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + nonceLength, -tagLength)), decipher.final()])
  } catch {
    // The tag does not fit: sealed with another key, for another person, or damaged. The secret is unusable.
    return undefined
  }
}

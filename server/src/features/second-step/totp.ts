import { Secret, TOTP } from 'otpauth'

/** Length of a time step, in seconds (RFC 6238, 4.1). */
const period = 30

/** Bytes of a secret: as long as the hash (RFC 4226, 4). */
const secretLength = 20

/** SHA-1 and six digits, because several apps ignore other settings; the HMAC is not affected by collisions. */
const totp = (secret: Uint8Array<ArrayBuffer>, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: new Secret({ buffer: secret.buffer }), algorithm: 'SHA1', digits: 6, period })

/** A new secret: its bytes, in base32 for typing, and as `otpauth:` URI for the QR code. */
export function newTotpSecret(issuer: string, label: string) {
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

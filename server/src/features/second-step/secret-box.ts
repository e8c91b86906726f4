import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

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
export function seal(secret: Uint8Array, userId: number, passphrase: string | undefined): Buffer {
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

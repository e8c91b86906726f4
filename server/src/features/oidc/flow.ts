import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '@malote/core/shared/errors.ts'
// meets V11.2.1
import { EncryptJWT, jwtDecrypt } from 'jose'
import { remembered } from '../../platform/remembered.ts'
import type { Credentials } from './discovered.ts'

/** What a sign-in was begun with, and must be finished with. */
export interface Flow {
  state: string
  nonce: string
  /** Of PKCE (RFC 7636). */
  verifier: string
}

/** How long a person may take to sign in at the provider, in milliseconds. */
export const flowLifetime = 10 * 60_000

const encryption = { alg: 'dir', enc: 'A256GCM' }

/**
 * Encrypts a flow for the browser tab that began it, which returns it unread with the provider's answer. Nothing is
 * stored for people who only begin, every instance can finish what another one began, and an answer that was begun in
 * another browser, or intercepted on its way, is worth nothing without the flow.
 */
export function flowSeal({ issuer, clientId, clientSecret }: Credentials) {
  // Deliberately slow, in case somebody chose a client secret that can be guessed. 32 bytes for AES-256.
  const key = remembered(async () => {
    const salt = `malote sign-in ${clientId} ${issuer.href}`
    // meets V11.4.4
    return new Uint8Array((await promisify(scrypt)(clientSecret, salt, 32)) as Buffer)
  })

  return {
    seal: async (flow: Flow, now: Date): Promise<string> =>
      new EncryptJWT({ ...flow })
        .setProtectedHeader(encryption)
        .setExpirationTime(new Date(now.getTime() + flowLifetime))
        .encrypt(await key()),

    /** @throws AppError SIGN_IN_EXPIRED when it is not ours, or older than `flowLifetime` */
    async open(sealed: string, now: Date): Promise<Flow> {
      const only = {
        keyManagementAlgorithms: [encryption.alg],
        contentEncryptionAlgorithms: [encryption.enc],
        requiredClaims: ['exp'],
      }
      const opened = await jwtDecrypt<Flow>(sealed, await key(), { ...only, currentDate: now }).catch(
        (cause: unknown) => {
          throw new AppError('SIGN_IN_EXPIRED', { cause })
        },
      )
      const { state, nonce, verifier } = opened.payload
      return { state, nonce, verifier }
    },
  }
}

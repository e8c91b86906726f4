import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  type VerifiedRegistrationResponse,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Config } from '../../platform/settings/config.ts'
import { relyingParty } from '../auth/public.ts'

/** The browser's JSON, whose content the library checks. */
type Credential = Record<string, unknown>

/**
 * EdDSA, ES256 and RS256 (COSE numbers), which every authenticator has one of. The library would also offer ML-DSA,
 * which is experimental in Node.
 */
const supportedAlgorithmIDs = [-8, -7, -257]

/** A passkey as it is stored. */
export interface EnrolledPasskey {
  id: number
  credentialId: string
  publicKey: Buffer
  signCount: number
  transports: string[]
}

/** What the browser needs to create a passkey for a person. Authenticators that have one already are excluded. */
export function passkeyCreation(
  config: Config,
  person: { id: number; name: string; email: string },
  known: readonly EnrolledPasskey[],
) {
  const { id, name } = relyingParty(config)
  return generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new TextEncoder().encode(`malote ${person.id}`),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    supportedAlgorithmIDs,
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransport[],
    })),
    // The password comes first, so the passkey need not be discoverable, and need not verify the user by a PIN.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

export type NewPasskey = NonNullable<VerifiedRegistrationResponse['registrationInfo']>['credential']

/** The new passkey of a browser's answer; undefined when it does not fit the challenge, our origin or its signature. */
export async function newPasskey(
  config: Config,
  credential: Credential,
  challenge: string,
): Promise<NewPasskey | undefined> {
  const { id, origin } = relyingParty(config)
  return unlessRefused(async () => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs,
      requireUserVerification: false,
    })
    return registrationInfo?.credential
  })
}

/**
 * The signature counter after a right answer of a passkey; undefined when the answer does not fit the challenge, our
 * origin or the signature, or when the counter did not grow, as that of a copied authenticator.
 */
export async function counterOf(
  config: Config,
  answer: Credential,
  challenge: string,
  { credentialId, publicKey, signCount }: EnrolledPasskey,
): Promise<number | undefined> {
  const { id, origin } = relyingParty(config)
  return unlessRefused(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: signCount },
      requireUserVerification: false,
    })
    return verified ? authenticationInfo.newCounter : undefined
  })
}

/** The library throws for every answer that it does not accept, and for anything that is not an answer at all. */
async function unlessRefused<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check()
  } catch {
    return undefined
  }
}

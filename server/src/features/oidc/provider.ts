import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { OidcFinish } from '@malote/core/auth/oidc.ts'
import type { Claims } from '@malote/core/auth/role-pairs.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { EncryptJWT, jwtDecrypt } from 'jose'
import * as client from 'openid-client'
import { ensureOutsideTransaction } from '../../platform/db/outside-transactions.ts'
import { memoize } from '../../platform/memoize.ts'
import type { Config } from '../../platform/settings/config.ts'
import { clientSecret, refusalByProvider, saysClientRefused } from './client-secret.ts'

/** A person as the provider knows them: everything here has been validated. */
export interface Proof {
  issuer: string
  subject: string
  claims: Claims
  /** The ID token itself, as a hint for `Provider.endSessionUrl`. */
  idToken: string
  /** Names this sign-in. */
  state: string
  /** When they last proved to the provider who they are, if it says so: its own session may be older than ours. */
  provedAt: Date | undefined
}

/** The OpenID Connect provider of the installation (OpenID Connect Core 1.0, code flow with PKCE). */
export interface Provider {
  /**
   * Begins a sign-in.
   *
   * @param isAgain asks the provider not to rely on its own session
   * @throws AppError PROVIDER_SILENT
   */
  begin: (isAgain: boolean, now: Date) => Promise<{ url: string; flow: string }>
  /** @throws AppError SIGN_IN_EXPIRED, SIGN_IN_CANCELLED, SIGN_IN_REFUSED, PROVIDER_SILENT */
  prove: (answer: OidcFinish, now: Date) => Promise<Proof>
  /** Whether the provider knows the client and its secret. @throws AppError PROVIDER_SILENT */
  acceptsClient: (now: Date) => Promise<boolean>
  /** Page that ends the provider's session and leads back to our sign-in; null if it has none or cannot be reached. */
  endSessionUrl: (idToken: string, now: Date) => Promise<string | null>
}

const emailClaims = ['email', 'email_verified']

/** Longer ID tokens do not fit into a URL; without the hint the provider may ask the person to confirm. */
const longestHint = 4000

/** @returns null when no provider is configured */
export function openProvider({
  OIDC_ISSUER,
  OIDC_CLIENT_ID,
  OIDC_CLIENT_SECRET,
  ...settings
}: Config): Provider | null {
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined) return null
  const credentials = { issuer: new URL(OIDC_ISSUER), clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET }
  const secret = clientSecret(OIDC_CLIENT_SECRET)
  const configuration = discovered(credentials, secret.auth)
  const flows = flowSeal(credentials)
  const redirectUri = `${settings.APP_URL}/entrar/oidc`
  const roleClaims = settings.OIDC_ROLES.map(({ claim }) => claim.split('.')[0] ?? claim)

  return {
    async begin(isAgain, now) {
      const known = await configuration(now)
      const flow: Flow = {
        state: randomBytes(32).toString('base64url'),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const url = client.buildAuthorizationUrl(known, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        ...(isAgain && { prompt: 'login' }),
      })
      return { url: url.href, flow: await flows.seal(flow, now) }
    },

    async prove({ flow: sealed, ...parameters }, now) {
      const flow = await flows.open(sealed, now)
      const known = await configuration(now)
      // The page of the redirect with the parameters that the provider has sent there, as the library expects it.
      const answered = new URL(redirectUri)
      for (const [name, value] of Object.entries(parameters)) {
        if (value !== undefined) answered.searchParams.set(name, value)
      }
      try {
        const tokens = await secret.exchange(known, () =>
          client.authorizationCodeGrant(known, answered, {
            expectedState: flow.state,
            expectedNonce: flow.nonce,
            pkceCodeVerifier: flow.verifier,
            idTokenExpected: true,
          }),
        )
        const idToken = tokens.claims()
        if (idToken === undefined || tokens.id_token === undefined) throw new AppError('SIGN_IN_REFUSED')
        const { iss: issuer, sub: subject } = idToken
        const claims = await completed(known, tokens.access_token, idToken)
        // Not our own sign-in: the provider may answer from a session that is open in the browser. Providers that do not
        // tell the time are believed.
        const provedAt =
          idToken.auth_time === undefined ? undefined : new Date(Math.min(idToken.auth_time * 1000, +now))
        return { issuer, subject, claims, idToken: tokens.id_token, state: flow.state, provedAt }
      } catch (error) {
        throw refusalByProvider(error)
      }
    },

    async acceptsClient(now) {
      const known = await configuration(now)
      const code = 'malote-doctor'
      const call = () => client.genericGrantRequest(known, 'authorization_code', { code, redirect_uri: redirectUri })
      // The code is unknown to the provider, which looks at it only after the client.
      return secret.exchange(known, call).then(
        () => true,
        (error: unknown) => !saysClientRefused(error),
      )
    },

    async endSessionUrl(idToken, now) {
      const known = await configuration(now).catch(() => null)
      if (known?.serverMetadata().end_session_endpoint === undefined) return null
      return client.buildEndSessionUrl(known, {
        post_logout_redirect_uri: `${settings.APP_URL}/login`,
        ...(idToken.length <= longestHint && { id_token_hint: idToken }),
      }).href
    },
  }

  /** Providers may send what the ID token lacks through the UserInfo endpoint, which is called only then. */
  async function completed(known: client.Configuration, accessToken: string, idToken: client.IDToken): Promise<Claims> {
    const has = (name: string) => Object.hasOwn(idToken, name)
    const isComplete = [...emailClaims, 'name', ...roleClaims].every(has)
    if (isComplete || known.serverMetadata().userinfo_endpoint === undefined) return idToken
    const { email, email_verified, ...more } = await client.fetchUserInfo(known, accessToken, idToken.sub)
    // An address counts as verified only where the same source says so.
    return { ...more, ...idToken, ...(!emailClaims.every(has) && { email, email_verified }) }
  }
}

/** How Malote is registered at the provider. */
interface Credentials {
  issuer: URL
  clientId: string
  clientSecret: string
}

/** Time that the provider has for each response, in seconds. */
const discoveryTimeoutSeconds = 5

/** How long its metadata may be used, in milliseconds. The library itself looks for new keys. */
const lifetime = 3_600_000

/**
 * The provider's metadata, read when first needed: the server starts, and people sign in with their passwords, while the
 * provider is down. A failure is not cached.
 *
 * @throws AppError PROVIDER_SILENT
 */
function discovered({ issuer, clientId }: Credentials, auth: client.ClientAuth) {
  let known: { promise: Promise<client.Configuration>; until: number } | undefined

  return (now: Date): Promise<client.Configuration> => {
    ensureOutsideTransaction('The provider')
    if (known && now.getTime() < known.until) return known.promise
    const promise = discover().catch((error: unknown) => {
      known = undefined
      throw refusalByProvider(error, 'PROVIDER_SILENT')
    })
    known = { promise, until: now.getTime() + lifetime }
    return promise
  }

  async function discover() {
    const configuration = await client.discovery(issuer, clientId, {}, auth, {
      timeout: discoveryTimeoutSeconds,
      // Signatures of ID tokens are verified although they come straight from the provider.
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    })
    // The library makes exceptions for providers that serve many organisations. Their issuer is not the configured one.
    if (new URL(configuration.serverMetadata().issuer).href !== issuer.href) throw new Error('unexpected issuer')
    return configuration
  }
}

// meets V11.2.1
/** The values of a sign-in's start, which its end must match. */
interface Flow {
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
function flowSeal({ issuer, clientId, clientSecret }: Credentials) {
  // Deliberately slow, in case somebody chose a client secret that can be guessed. 32 bytes for AES-256.
  const key = memoize(async () => {
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

import { AppError, type ErrorCode } from '@malote/core/shared/errors.ts'
import * as client from 'openid-client'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'

/** How Malote proves at the token endpoint which client it is. */
export interface ClientSecret {
  auth: client.ClientAuth
  /** Calls the token endpoint. @throws the error of the call, or one that names the refused settings */
  exchange: <Answer>(known: client.Configuration, call: () => Promise<Answer>) => Promise<Answer>
}

/**
 * Sends the client's secret in the body where the provider offers that: in the header it is encoded (RFC 6749, 2.3.1),
 * and some providers do not decode it, so that a secret with `-`, `_`, `.` or `~` is wrong there. Where a provider refuses
 * the client, what it offers may be wrong, and the secret goes the other ways, once each; the one that worked is kept.
 */
export function clientSecret(secret: string): ClientSecret {
  const [inBody, inHeader] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)]
  let ways: client.ClientAuth[] | undefined
  return {
    auth: (...request) => (ways?.[0] ?? inHeader)(...request),

    async exchange(known, call) {
      const offers = known.serverMetadata().token_endpoint_auth_methods_supported
      ways ??= offers?.includes('client_secret_post')
        ? [inBody, inHeader, asItIs(secret)]
        : [inHeader, inBody, asItIs(secret)]
      let refusal: unknown
      for (const way of [...ways]) {
        ways = [way, ...ways.filter((other) => other !== way)]
        try {
          return await call()
        } catch (error) {
          if (!isClientRefused(error)) throw error
          refusal = error
        }
      }
      ways = undefined
      throw new Error(clientRefused, { cause: refusal })
    },
  }
}

/** In the header as providers expect it that do not decode it: Glewlwyd, for a client that it allows no other way. */
const asItIs =
  (secret: string): client.ClientAuth =>
  (_, { client_id }, _body, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(`${client_id}:${secret}`).toString('base64')}`)

/** For the operator's log. */
const clientRefused =
  'the provider refuses OIDC_CLIENT_ID with OIDC_CLIENT_SECRET, in the body of the request and in its header'

/** RFC 6749 (5.2) has `invalid_client`; Glewlwyd says `unauthorized_client`, and others answer with a challenge alone. */
const isClientRefused = (error: unknown) =>
  error instanceof client.WWWAuthenticateChallengeError ||
  (error instanceof client.ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error))

/** Whether it says that the provider knows no such client, or another secret. */
export const saysClientRefused = (error: unknown) => error instanceof Error && error.message === clientRefused

/** Errors of the library that mean no usable response, rather than a wrong one. */
const silences: readonly unknown[] = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']

/**
 * Converts an error of `openid-client` into the sentence for the person.
 *
 * @param otherwise for everything that is neither silence nor a refusal by the provider
 */
export function refusalByProvider(error: unknown, otherwise: ErrorCode = 'SIGN_IN_REFUSED'): unknown {
  if (error instanceof AppError) return error
  return new AppError(codeOf(error) ?? otherwise, { cause: error })
}

function codeOf(error: unknown): ErrorCode | undefined {
  // What `fetch` throws when there is no connection, or it breaks.
  if (error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message)) return 'PROVIDER_SILENT'
  if (error instanceof ClientError && silences.includes(error.code)) return 'PROVIDER_SILENT'
  // The person pressed "cancel", or the provider did not let them in.
  if (error instanceof AuthorizationResponseError) return 'SIGN_IN_CANCELLED'
  // The provider knows the code no longer: it was used, or is too old.
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') return 'SIGN_IN_EXPIRED'
  return undefined
}

/** Why a sign-in failed, for the operator. Leaves out what the provider sent, because that may be personal data. */
export function reasonOf(refusal: unknown): object | undefined {
  const cause = refusal instanceof AppError ? refusal.cause : undefined
  if (!(cause instanceof Error)) return undefined
  const { message, code, error } = cause as Error & { code?: unknown; error?: unknown }
  return { message, code, error }
}

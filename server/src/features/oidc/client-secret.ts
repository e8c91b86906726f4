import * as client from 'openid-client'

/** How Malote proves at the token endpoint which client it is. */
export interface ClientSecret {
  auth: client.ClientAuth
  /** Calls the token endpoint. @throws the error of the call, or one that names the refused settings */
  exchange: <Answer>(known: client.Configuration, call: () => Promise<Answer>) => Promise<Answer>
}

/**
 * Sends the client's secret in the body where the provider offers that: in the header it is encoded (RFC 6749, 2.3.1),
 * and some providers do not decode it, so that a secret with `-`, `_`, `.` or `~` is wrong there. Where a provider refuses
 * the client, what it offers may be wrong, and the secret goes the other way once.
 */
export function clientSecret(secret: string): ClientSecret {
  let isInBody = false
  let isChosen = false
  return {
    auth: (...request) => (isInBody ? client.ClientSecretPost : client.ClientSecretBasic)(secret)(...request),

    async exchange(known, call) {
      if (!isChosen) {
        isInBody = known.serverMetadata().token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false
        isChosen = true
      }
      const used = isInBody
      try {
        return await call()
      } catch (error) {
        if (!isClientRefused(error)) throw error
      }
      isInBody = !used
      try {
        return await call()
      } catch (error) {
        if (!isClientRefused(error)) throw error
        isInBody = used
        throw new Error(clientRefused, { cause: error })
      }
    },
  }
}

/** For the operator's log. */
const clientRefused =
  'the provider refuses OIDC_CLIENT_ID with OIDC_CLIENT_SECRET, in the body of the request and in its header'

/** RFC 6749 (5.2) has `invalid_client`; Glewlwyd says `unauthorized_client`, and others answer with a challenge alone. */
const isClientRefused = (error: unknown) =>
  error instanceof client.WWWAuthenticateChallengeError ||
  (error instanceof client.ResponseBodyError && ['invalid_client', 'unauthorized_client'].includes(error.error))

/** Whether it says that the provider knows no such client, or another secret. */
export const saysClientRefused = (error: unknown) => error instanceof Error && error.message === clientRefused

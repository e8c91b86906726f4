import * as client from 'openid-client'
import { refusalByProvider } from './refusals.ts'

/** How Malote is registered at the provider. */
export interface Credentials {
  issuer: URL
  clientId: string
  clientSecret: string
}

/** Time that the provider has for each response, in seconds. */
const patience = 5

/** How long its metadata may be used, in milliseconds. The library itself looks for new keys. */
const lifetime = 3_600_000

/**
 * The provider's metadata, read when first needed: the server starts, and people sign in with their passwords, while the
 * provider is down. A failure is not cached.
 *
 * @throws AppError PROVIDER_SILENT
 */
export function discovered({ issuer, clientId, clientSecret }: Credentials) {
  let known: { promise: Promise<client.Configuration>; until: number } | undefined

  return (now: Date): Promise<client.Configuration> => {
    if (known && now.getTime() < known.until) return known.promise
    const promise = discover().catch((error: unknown) => {
      known = undefined
      throw refusalByProvider(error, 'PROVIDER_SILENT')
    })
    known = { promise, until: now.getTime() + lifetime }
    return promise
  }

  async function discover() {
    const configuration = await client.discovery(issuer, clientId, {}, secretIn(clientSecret), {
      timeout: patience,
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

/** Sends the client's secret in the header, which is the standard's default, unless the provider wants it in the body. */
const secretIn =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const send = methods.includes('client_secret_basic') ? client.ClientSecretBasic : client.ClientSecretPost
    send(secret)(server, ...rest)
  }

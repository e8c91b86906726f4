import { AppError, type ErrorCode } from '@malote/core/shared/errors.ts'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'

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

/** A response that is not a success; `status` 0 means that no response arrived. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status, 0 without a response. */
  readonly status: number
  readonly code: string | null
  /** Error message per field path of the wire, e.g. `items.0.reason`. */
  readonly errors: Readonly<Record<string, string>>
  /** The saved record in wire names, sent when the call was refused because it was based on an older version. */
  readonly current: object | null
  /** The server's name for the request, as in its log. */
  readonly requestId: string | null

  /** @param message the server's error message for the user, '' when it sent none */
  constructor(status: number, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.status = status
    this.code = details.code ?? null
    this.errors = details.errors ?? {}
    this.current = details.current ?? null
    this.requestId = details.requestId ?? null
  }
}

interface ApiErrorDetails {
  code?: string | null
  errors?: Record<string, string>
  current?: object | null
  requestId?: string | null
  cause?: unknown
}

/** The error message for the user: the server's own, else the fixed one of contract 8. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback
}

/**
 * The request id of an error that only the operators can explain; undefined for refusals, for a full disk, whose message
 * says it all, and without a response of the server.
 */
export function errorCode(error: unknown): string | undefined {
  const isUnexpected = error instanceof ApiError && error.status >= 500 && error.code !== 'STORAGE_FULL'
  return (isUnexpected && error.requestId) || undefined
}

/** The last part of an error message: the server's message, else a fixed text (contract 8.10, 8.11). */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.message) return error.message
  return error instanceof ApiError && error.status === 0 ? 'o servidor não respondeu.' : 'tente novamente.'
}

/** Whether the call was aborted on purpose, which is not a failure. */
export const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

/** @param requestId the response's header `X-Request-Id` */
export function toApiError(status: number, body: unknown, requestId: string | null): ApiError {
  const { message, code, errors, current } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  return new ApiError(status, typeof message === 'string' ? message : '', {
    code: typeof code === 'string' ? code : null,
    errors: typeof errors === 'object' && errors !== null ? (errors as Record<string, string>) : {},
    current: typeof current === 'object' ? current : null,
    requestId,
  })
}

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

  /** @param message the server's error message for the user, '' when it sent none */
  constructor(status: number, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.status = status
    this.code = details.code ?? null
    this.errors = details.errors ?? {}
    this.current = details.current ?? null
  }
}

interface ApiErrorDetails {
  code?: string | null
  errors?: Record<string, string>
  current?: object | null
  cause?: unknown
}

/** The error message for the user: the server's own, else the fixed one of contract 8. */
export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof ApiError && error.message) || fallback
}

/** The last part of an error message: the server's message, else a fixed text (contract 8.10, 8.11). */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.message) return error.message
  return error instanceof ApiError && error.status === 0 ? 'o servidor não respondeu.' : 'tente novamente.'
}

/** Whether the call was aborted on purpose, which is not a failure. */
export const isAborted = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

export function toApiError(status: number, body: unknown): ApiError {
  const { message, code, errors, current } = (typeof body === 'object' && body !== null ? body : {}) as Record<
    string,
    unknown
  >
  return new ApiError(status, typeof message === 'string' ? message : '', {
    code: typeof code === 'string' ? code : null,
    errors: typeof errors === 'object' && errors !== null ? (errors as Record<string, string>) : {},
    current: typeof current === 'object' ? current : null,
  })
}

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorKind } from '@malote/core/shared/error-kind.ts'
import { AppError, errors, type FieldErrors, invalidFields } from '@malote/core/shared/errors.ts'
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { failureOf } from '../db/failures.ts'
import { briefly, linger } from './linger.ts'

/** The only mapping from errors to HTTP status (contract 12.3). */
const statusOf: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  gone: 410,
  conflict: 409,
  tooLarge: 413,
  unsupportedMedia: 415,
  unprocessable: 422,
  tooManyRequests: 429,
  tooSlow: 408,
  full: 507,
  internal: 500,
  unavailable: 503,
}

/** Maps the status of errors from Fastify and its plugins to our error codes. */
const frameworkErrors: Record<number, AppError['code']> = {
  400: 'MALFORMED_BODY',
  403: 'ROUTE_NOT_FOUND',
  404: 'ROUTE_NOT_FOUND',
  405: 'ROUTE_NOT_FOUND',
  406: 'UNSUPPORTED_MEDIA_TYPE',
  // Of static files: another version than the one there is, and a part beyond the end.
  412: 'MALFORMED_BODY',
  413: 'BODY_TOO_LARGE',
  414: 'ROUTE_NOT_FOUND',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'MALFORMED_BODY',
  429: 'TOO_MANY_REQUESTS',
  503: 'OVERLOADED',
}

/** Names a request in its response and in each of its log lines (`reqId`). */
const requestIdHeader = 'x-request-id'

/** Every error response is `{message, code, errors?, current?}` in Portuguese and contains no internal details. */
export const errorsPlugin = fp(async (app) => {
  // In every response, so that somebody who reports an error can name the lines of the log.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id)
    done()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = asAppError(error, request)
    // meets V16.3.4
    if (refusal?.kind === 'unavailable') request.log.warn({ err: refusal.cause }, 'refused for lack of a resource')
    if (refusal) {
      request.refusal = refusal.code
      return answer(reply, refusal)
    }
    // meets V16.3.4
    request.log.error({ err: error }, 'unexpected error')
    return answer(reply, new AppError('INTERNAL_ERROR'))
  })
  app.setNotFoundHandler((_request, reply) => answer(reply, new AppError('ROUTE_NOT_FOUND')))
})

/** Most fields that a response names. */
const mostFieldErrors = 100

// The router's errors skip all hooks, so their headers are set here and not only in the security plugin.
const answer = (reply: FastifyReply, refusal: AppError) =>
  reply
    .code(statusOf[refusal.kind])
    .headers(reply.hasHeader('content-security-policy') ? { 'cache-control': 'no-store' } : bareHeaders)
    .header(requestIdHeader, reply.request.id)
    .headers(refusal.retryAfter === undefined ? {} : { 'retry-after': refusal.retryAfter })
    .send({
      message: refusal.message,
      code: refusal.code,
      ...(refusal.fieldErrors && {
        errors: Object.fromEntries(Object.entries(refusal.fieldErrors).slice(0, mostFieldErrors)),
      }),
      ...(refusal.current && { current: refusal.current }),
    })

function asAppError(error: FastifyError, request: FastifyRequest): AppError | undefined {
  if (error instanceof AppError) return error
  if (error.validation) return asInvalidFields(error)
  const failure = request.raw.aborted ? undefined : failureOf(error)
  if (failure) return failure
  const code = error.statusCode && error.statusCode < 500 ? frameworkErrors[error.statusCode] : undefined
  if (code) return new AppError(code)
  if (error.statusCode === 503) return new AppError('OVERLOADED')
  // A client that disconnects during its request is not a server error.
  return request.raw.aborted ? new AppError('MALFORMED_BODY') : undefined
}

/** A request that its schema rejects: invalid ids in the path become 404, everything else names its fields. */
function asInvalidFields(error: FastifyError): AppError {
  if (error.validationContext === 'params') return unknownRecord()
  const fieldErrors: FieldErrors = {}
  for (const issue of error.validation ?? []) {
    const path = issue.instancePath.slice(1).replaceAll('/', '.')
    fieldErrors[path] ??= issue.message ?? errors.INVALID_INPUT.message
  }
  return '' in fieldErrors ? new AppError('MALFORMED_BODY') : invalidFields(fieldErrors)
}

export type FailureLog = Pick<FastifyBaseLogger, 'warn' | 'error'>

/**
 * The error that the error plugin would return for a whole request, for calls that do several things and report the
 * failure of one of them in their response.
 */
export function refusalOf(error: unknown, log: FailureLog): AppError {
  if (error instanceof AppError) return error
  const failure = failureOf(error)
  if (failure?.kind === 'unavailable') log.warn({ err: error }, 'refused for lack of a resource')
  if (failure) return failure
  log.error({ err: error }, 'unexpected error')
  return new AppError('INTERNAL_ERROR', { cause: error })
}

/** The error for a path with an impossible id. */
export const unknownRecord = () => new AppError('ROUTE_NOT_FOUND', { message: 'Registro não encontrado' })

/** Security headers of a response that the HTTP parser or the router sends before any hook runs. */
const bareHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const

/** Status and code for errors of the HTTP parser, which no route and no error handler sees. */
const refusals: Record<string, [status: number, code: AppError['code']]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'MALFORMED_BODY'],
  HPE_HEADER_OVERFLOW: [431, 'BODY_TOO_LARGE'],
}

/** Responds to an invalid HTTP request with the usual error format (contract 12.6) and closes the connection. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // The parser reports the same error for each piece that follows, and for a response that is still being written.
  if (!socket.writable) {
    linger(socket)
    return
  }
  const [status, code] = refusals[error.code ?? ''] ?? [400, 'MALFORMED_BODY']
  const body = JSON.stringify({ message: new AppError(code).message, code })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  linger(socket, status === 408 ? briefly : {})
}

import { AppError } from '@malote/core/shared/errors.ts'
import type { FastifyBaseLogger } from 'fastify'
import { failureOf } from '../db/failures.ts'

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

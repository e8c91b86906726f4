import { AppError } from '@malote/core/shared/errors.ts'

/** Deadlock, serialization failure: nothing was written, and a second try may well work. */
const collisions = ['40P01', '40001']

/**
 * PostgreSQL's classes of codes for a lack of resources, an operator's intervention, errors of the system, connections; and
 * 25P, a session that was ended because its transaction stood idle or lasted too long.
 */
const outages = ['53', '57', '58', '08', '25P']

/**
 * What a failure of the database means to whoever sent the request: BUSY after a collision with somebody else,
 * UNAVAILABLE when it cannot be reached or lacks something.
 *
 * @returns undefined for everything else, which is a bug
 */
export function failureOf(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined
  if (isFromDatabase(error)) {
    if (collisions.includes(error.code)) return new AppError('BUSY', { cause: error })
    const isOut = outages.some((group) => error.code.startsWith(group))
    return isOut ? new AppError('UNAVAILABLE', { cause: error }) : undefined
  }
  return isUnreachable(error) ? new AppError('UNAVAILABLE', { cause: error }) : undefined
}

/** True when a COMMIT was sent and never answered: what the transaction wrote may be there. */
export const isOutcomeUnknown = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'OUTCOME_UNKNOWN'

const isFromDatabase = (error: Error): error is Error & { code: string } => 'severity' in error && 'code' in error

/** What a socket says of a line that broke. */
const brokenLine = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT']

/** No connection to the database, or one that broke; the driver has no code of its own for one that just ended. */
const isUnreachable = (error: Error): boolean =>
  ('syscall' in error && error.syscall === 'connect') ||
  ('code' in error && brokenLine.includes(String(error.code))) ||
  /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/.test(
    error.message,
  )

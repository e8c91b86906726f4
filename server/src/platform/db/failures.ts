import { AppError } from '@malote/core/shared/errors.ts'

/**
 * Deadlock, serialization failure, and a lock that took longer than `lock_timeout`: nothing was written, and a retry may
 * succeed.
 */
const collisions = ['40P01', '40001', '55P03']

/**
 * SQLSTATE classes for lack of resources, operator intervention, system errors and connections; 25P: the session was
 * ended because its transaction was idle or lasted too long; and 25006: the database only reads, because it is a
 * standby or its disk is nearly full.
 */
const outages = ['53', '57', '58', '08', '25P', '25006']

/**
 * The API error for a database failure: BUSY after a collision with another transaction, UNAVAILABLE when the database
 * is unreachable or lacks resources.
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

/** True when a COMMIT was sent and not confirmed: the transaction may have been applied. */
export const isOutcomeUnknown = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === 'OUTCOME_UNKNOWN'

/** True when the database answers, but writes nothing: it is a standby, or its disk is full. */
export const isReadingOnly = (error: unknown): boolean =>
  error instanceof Error && isFromDatabase(error) && ['25006', '53100'].includes(error.code)

const isFromDatabase = (error: Error): error is Error & { code: string } => 'severity' in error && 'code' in error

/** Socket error codes of a broken connection. */
const brokenLine = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT']

/** Steps of opening a connection; a host name is resolved for each one. */
const opening = ['connect', 'getaddrinfo']

/**
 * No connection to the database, or one that broke. The driver gives no error code for a connection that just ended.
 */
const isUnreachable = (error: Error): boolean =>
  ('syscall' in error && opening.includes(String(error.syscall))) ||
  ('code' in error && brokenLine.includes(String(error.code))) ||
  /^Connection terminated|^timeout exceeded when trying to connect|^Client has encountered a connection error/.test(
    error.message,
  )

/** Constraint violations that a concurrent change can cause after our own checks passed; the values are SQLSTATEs. */
const violations = { unique: '23505', foreignKey: '23503' } as const

/**
 * Awaits `change`, and converts a constraint violation that lost a race into the error that an earlier check would have
 * thrown.
 *
 * @param change a whole transaction: PostgreSQL has aborted it when it reports the violation
 */
export async function refuseOn<Result>(
  violation: keyof typeof violations,
  refusal: (cause: unknown) => AppError,
  change: Promise<Result>,
): Promise<Result> {
  try {
    return await change
  } catch (error) {
    const isIt = error instanceof Error && 'code' in error && error.code === violations[violation]
    throw isIt ? refusal(error) : error
  }
}

/** Catalogs with unique names: `Saude` and `SAÚDE ` are the same name. The database compares them (`searchable()`). */
const catalogs = {
  departments: { one: 'o departamento', field: 'dpname' },
  categories: { one: 'a categoria', field: 'ctname' },
  item_types: { one: 'o tipo de item', field: 'type_name' },
} as const

/**
 * Awaits a change that saves a row.
 *
 * @param change a whole transaction
 * @throws AppError NAME_TAKEN, which names the row that has the same name
 */
export const refuseTakenName = <Result>(catalog: keyof typeof catalogs, change: Promise<Result>): Promise<Result> =>
  refuseOn(
    'unique',
    (cause) => {
      const { one, field } = catalogs[catalog]
      // The trigger reports the other row's name as the error's detail.
      const message = `Já existe ${one} "${(cause as { detail: string }).detail}"`
      return new AppError('NAME_TAKEN', { message, fieldErrors: { [field]: message }, cause })
    },
    change,
  )

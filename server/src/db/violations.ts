import type { AppError } from '@malote/core/shared/errors.ts'

/** What a change may run into although it looked right a moment before; the values are PostgreSQL's error codes. */
const violations = { unique: '23505', foreignKey: '23503' } as const

/**
 * Waits for `change` and turns the database's last word on a race into the refusal that a check before would have given.
 *
 * @param change a whole transaction: PostgreSQL has given it up when it reports the violation
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

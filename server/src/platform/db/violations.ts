import type { AppError } from '@malote/core/shared/errors.ts'

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

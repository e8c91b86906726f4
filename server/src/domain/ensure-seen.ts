import { AppError } from '@malote/core/shared/errors.ts'
import { isOvertaken } from '@malote/core/shared/is-overtaken.ts'
import { z } from 'zod'

/**
 * Call at the end of a transaction that changes one entry.
 *
 * @param wire schema of the earlier values that an edit may send
 * @see isOvertaken for the other parameters
 * @throws AppError CHANGED_MEANWHILE, with the saved values
 */
export function ensureSeen<Seen extends object>(
  wire: z.ZodType<Seen, object>,
  seen: Seen | undefined,
  before: Seen,
  after: Seen,
): void {
  if (isOvertaken(seen, before, after)) throw new AppError('CHANGED_MEANWHILE', { current: z.encode(wire, before) })
}

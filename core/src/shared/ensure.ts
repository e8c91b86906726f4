import { AppError } from './errors.ts'
import type { Verdict } from './verdict.ts'

/**
 * Not in `verdict.ts`, which the web app loads first and which must not bring the server's sentences with it.
 *
 * @throws AppError with the verdict's code when it refuses
 */
export function ensure(verdict: Verdict): void {
  if (!verdict.allowed) throw new AppError(verdict.code, { message: verdict.message })
}

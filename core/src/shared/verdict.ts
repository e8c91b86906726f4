import { AppError, type ErrorCode, errors } from './errors.ts'

/** The answer to "may this person do this now?": yes, or no with the sentence the user should read. */
export type Verdict = { allowed: true } | { allowed: false; code: ErrorCode; message: string }

export const allowed: Verdict = { allowed: true }

/** No, for the reason with this code; the sentence is the table's. */
export const refused = (code: ErrorCode): Verdict => ({ allowed: false, code, message: errors[code].message })

/** @throws AppError with the verdict's code when it refuses */
export function ensure(verdict: Verdict): void {
  if (!verdict.allowed) throw new AppError(verdict.code)
}

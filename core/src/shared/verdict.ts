import type { ErrorCode } from './errors.ts'
import { type RuleErrorCode, ruleErrors } from './rule-errors.ts'

/** The result of "may this user do this now?": yes, or no with the message for the user. */
export type Verdict = { allowed: true } | { allowed: false; code: ErrorCode; message: string }

export const allowed: Verdict = { allowed: true }

/** A refusal with this code and the table's message. */
export const refused = (code: RuleErrorCode): Verdict => ({ allowed: false, code, message: ruleErrors[code].message })

/** A refusal with this code and a more specific message than the table's. */
export const refusedBecause = (code: ErrorCode, message: string): Verdict => ({ allowed: false, code, message })

/** The message of a refusal; null for what is allowed. */
export const refusalIn = (verdict: Verdict): string | null => (verdict.allowed ? null : verdict.message)

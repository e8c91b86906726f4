import { passwordProblem } from '@malote/core/auth/password-rules.ts'
import { shortestPassword } from '@malote/core/auth/password-words.ts'
import { invalidFields } from '@malote/core/shared/errors.ts'
import type { Config } from '../../platform/settings/config.ts'

/** How many of the most frequent passwords are refused; they are counted among those that are long enough. */
const mostFrequent = 10_000

/**
 * Checks a password that somebody chooses. Existing passwords are never checked.
 *
 * @throws AppError INVALID_INPUT at `newPassword`
 */
export async function ensureGoodPassword(
  config: Config,
  { name, email }: { name: string; email: string },
  newPassword: string,
): Promise<void> {
  const context = { name, email, organisation: config.ORG_NAME ?? null }
  const problem = passwordProblem(newPassword, context, await isCommon(newPassword))
  if (problem) throw invalidFields({ newPassword: problem })
}

let common: Promise<ReadonlySet<string>> | undefined

async function isCommon(password: string) {
  // Loaded when first needed: few processes ever see a new password.
  common ??= loadCommon()
  return (await common).has(password.toLowerCase())
}

async function loadCommon() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const longEnough = dictionary['passwords-common'].filter(({ length }) => length >= shortestPassword)
  return new Set(longEnough.slice(0, mostFrequent))
}

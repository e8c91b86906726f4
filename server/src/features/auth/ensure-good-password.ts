import { type CommonGuesses, passwordProblem } from '@malote/core/auth/password-rules.ts'
import { invalidFields } from '@malote/core/shared/errors.ts'
import { searchable } from '@malote/core/shared/typed-text.ts'
import type { Db } from '../../platform/db/connect.ts'
import { memoize } from '../../platform/memoize.ts'
import type { Config } from '../../platform/settings/config.ts'

/** Whose password it will be. */
interface Owner {
  name: string
  email: string
}

/**
 * Checks a password that somebody chooses. Existing passwords are never checked.
 *
 * @throws AppError INVALID_INPUT at `newPassword`
 */
export async function ensureGoodPassword(db: Db, config: Config, owner: Owner, newPassword: string): Promise<void> {
  const problem = await problemOfPassword(db, config, owner, newPassword)
  if (problem) throw invalidFields({ newPassword: problem })
}

/** What is wrong with a password, as a sentence; null when nothing is. */
export async function problemOfPassword(
  db: Db,
  config: Pick<Config, 'ORG_NAME'>,
  { name, email }: Owner,
  password: string,
): Promise<string | null> {
  const departments = (await db.selectFrom('departments').select('name').execute()).map((row) => row.name)
  const context = { name, email, organisation: config.ORG_NAME ?? null, departments }
  return passwordProblem(password, context, await commonGuesses())
}

/** Passwords that our own documentation has shown. */
const documented = ['troque-esta-senha']

/** Longer texts are judged by their beginning: the work grows with the square of the length. */
const mostJudged = 64

// Loaded when first needed: few processes ever see a new password.
const commonGuesses = memoize(async (): Promise<CommonGuesses> => {
  const [{ ZxcvbnFactory }, common, { dictionary: portuguese }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ])
  const passwords = common.dictionary['passwords-common'].map((password) => password.toLowerCase())
  const texts = new Set([...passwords, ...Object.values(portuguese).flat()].map(searchable))
  const { qwerty } = common.adjacencyGraphs
  // Without dictionaries it finds patterns alone.
  const zxcvbn = new ZxcvbnFactory({ dictionary: {}, graphs: { qwerty } })
  return {
    passwords: new Set([...passwords, ...documented]),
    words: [...texts].filter((text) => /^\p{L}+$/u.test(text)).sort(),
    isPattern(password) {
      const pieces = zxcvbn.check(password.slice(0, mostJudged)).sequence
      const patterns = pieces.filter(isPattern)
      const rest = pieces.filter((piece) => !isPattern(piece)).map(({ token }) => token)
      const others = rest.join('').replace(/[^\p{L}\p{N}]/gu, '').length
      // `aaaaaa1` is a repetition, but five digits of six are a date by chance.
      const isDate = patterns.some(({ pattern }) => pattern === 'date' || pattern === 'regex')
      return patterns.length > 0 && others <= (isDate ? 0 : 1)
    },
  }
})

/** Whether a piece is more than chance. Most six digits are a date in some order, few in the one used here. */
function isPattern({ pattern, token }: { pattern: string; token: string }): boolean {
  if (pattern === 'bruteforce' || token.length < 3) return false
  const isShortDate = pattern === 'date' && /^\d{4,7}$/.test(token)
  return !isShortDate || /^([0-2]\d|3[01])(0\d|1[0-2])\d\d$/.test(token)
}

import { searchable } from '../shared/typed-text.ts'
import { easyPassword, ownWordsAsPassword } from './password-words.ts'

/** What an attacker tries first, besides passwords that many people have. */
export interface PasswordContext {
  name: string
  email: string
  /** The organisation's name; null without one. */
  organisation: string | null
}

/**
 * What is wrong with a password that a user chooses, as a sentence; null when nothing is. Its length is checked by its
 * schema.
 *
 * @param isCommon whether it is among the passwords that most people choose
 */
export function passwordProblem(password: string, context: PasswordContext, isCommon: boolean): string | null {
  if (isCommon) return easyPassword
  return isOwnWords(password, context) ? ownWordsAsPassword : null
}

/**
 * Whether the letters of a password are nothing but words of the context, in any order and number: `Maria.Silva-2026`
 * of Maria da Silva. Words that are only part of a password are fine.
 */
function isOwnWords(password: string, { name, email, organisation }: PasswordContext): boolean {
  const [account = ''] = email.split('@')
  if (searchable(password) === searchable(email)) return true
  // "Malote" does not count: an organisation may have it in its name, but it says nothing about the user.
  // meets V6.1.2
  const ownWords = [name, account, organisation ?? ''].flatMap(wordsOf).filter((word) => word !== 'malote')
  return isMadeOf(wordsOf(password).join(''), new Set(ownWords))
}

/** Words of at least two letters, without accents, digits and signs. */
const wordsOf = (text: string) => searchable(text).match(/\p{L}{2,}/gu) ?? []

/** Whether a text is a sequence of these words; an empty text is not. */
function isMadeOf(text: string, words: ReadonlySet<string>): boolean {
  const ends = new Set([0])
  for (const start of ends) {
    for (const word of words) if (text.startsWith(word, start)) ends.add(start + word.length)
  }
  return text !== '' && ends.has(text.length)
}

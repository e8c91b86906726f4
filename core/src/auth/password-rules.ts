import { searchable } from '../shared/typed-text.ts'
import {
  easyPassword,
  oneWordAsPassword,
  organisationWordAsPassword,
  ownWordsAsPassword,
  patternAsPassword,
} from './password-words.ts'

/** What an attacker tries first, besides passwords that many people have. */
export interface PasswordContext {
  name: string
  email: string
  /** The organisation's name; null without one. */
  organisation: string | null
  /** Names of its departments. */
  departments: readonly string[]
}

/** What an attacker tries first at every account. */
export interface CommonGuesses {
  /** Passwords that many people have, in lower case. */
  passwords: ReadonlySet<string>
  /** Words of the language, as {@link searchable}, in the order of `Array.sort`. */
  words: readonly string[]
  /** Whether a text is nothing but repetitions, sequences of the keyboard or the alphabet, or a date. */
  isPattern: (password: string) => boolean
}

/**
 * What is wrong with a password that a user chooses, as a sentence; null when nothing is. Its length is checked by its
 * schema. Two words are a password, and so are six random characters.
 */
export function passwordProblem(
  password: string,
  { name, email, organisation, departments }: PasswordContext,
  { passwords, words, isPattern }: CommonGuesses,
): string | null {
  if (passwords.has(password.toLowerCase()) || passwords.has(searchable(password))) return easyPassword
  const [account = ''] = email.split('@')
  const ownWords = [name, account, organisation ?? ''].flatMap(wordsOf)
  const isOwn = searchable(password) === searchable(email) || isMadeOf(wordsOf(password).join(''), new Set(ownWords))
  if (isOwn || isOneWord(password, ownWords.sort())) return ownWordsAsPassword
  // The product's other nouns are among the words of the language.
  // meets V6.1.2
  if (isOneWord(password, ['malote', ...departments.flatMap(wordsOf)].sort())) return organisationWordAsPassword
  if (isPattern(password)) return patternAsPassword
  if (!isOneWord(password, words, shortestWord)) return null
  // Two words that many people have as one.
  return /\s/.test(password.trim()) ? easyPassword : oneWordAsPassword
}

/** Letters of the shortest word of the language that is refused: shorter ones are in many random texts. */
const shortestWord = 4

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

/** The letters that a digit or sign stands for. */
const lettersOf: Readonly<Record<string, string>> = {
  ...{ '0': 'o', '1': 'il', '3': 'e', '4': 'a', '5': 's', '7': 't' },
  ...{ '@': 'a', '!': 'i', $: 's' },
}

/**
 * Whether a password is one of these words with digits and signs around or inside it: `Mudar@123`, `S3nha!`.
 *
 * @param words sorted, so that a beginning is found by bisection
 */
function isOneWord(password: string, words: readonly string[], shortest = 2): boolean {
  const characters = [...searchable(password)]
  // Digits alone are no word, whatever they look like.
  if (characters.filter(isLetter).length < 2) return false
  let readings = new Set([''])
  for (const character of characters) {
    const isTyped = isLetter(character)
    const longer = [...readings].flatMap((reading) =>
      [...(isTyped ? character : (lettersOf[character] ?? ''))].map((letter) => reading + letter),
    )
    readings = new Set([...longer.filter((reading) => beginsOne(words, reading)), ...(isTyped ? [] : readings)])
  }
  // In a long random text enough digits look like the letters of some word: the letters of a real one stand close together.
  const isTyped = characters.map(isLetter)
  const span = isTyped.lastIndexOf(true) - isTyped.indexOf(true) + 1
  return [...readings].some(
    (reading) =>
      reading.length >= shortest &&
      span < 2 * reading.length &&
      words[placeOf(words, reading)] === reading &&
      (reading.length > shortestWord || standsTogether(characters, reading)),
  )
}

/** Whether a word has no digits and signs inside it but those that stand for letters. */
const standsTogether = (characters: readonly string[], word: string) =>
  characters.some((_, start) =>
    [...word].every((letter, index) => {
      const character = characters[start + index] ?? ''
      return character === letter || lettersOf[character]?.includes(letter)
    }),
  )

const isLetter = (character: string) => /\p{L}/u.test(character)

const beginsOne = (words: readonly string[], beginning: string) =>
  words[placeOf(words, beginning)]?.startsWith(beginning) ?? false

/** The index of the first word that is not before `text`. */
function placeOf(words: readonly string[], text: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

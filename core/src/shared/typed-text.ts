/** Control characters other than blanks and line breaks; U+0000 is left to be refused, no text can hold it. */
const controls = '\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f'

/** Characters that nobody sees: soft hyphen, zero-width and bidirectional ones, fillers, variation selectors, tags. */
const unseen =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
  '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}'

const invisible = new RegExp(`[${controls}${unseen}]`, 'gu')

/** One picture of an emoji, with its variation selector, skin tone or flag's tags. */
const picture = '\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?\\p{Emoji_Modifier}?[\\u{e0020}-\\u{e007f}]*'

/** An emoji of several joined characters, or an invisible character anywhere else. */
const emojiOrInvisible = new RegExp(
  `(${picture}(?:\\u200d${picture})*|[0-9#*]\\ufe0f?\\u20e3)|[${controls}${unseen}]`,
  'gu',
)

/** Also the soft line break of word processors, and page breaks. */
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Blanks of all widths, of which several are one; U+2800 is a Braille pattern without dots. */
const blanks = /[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u2800\u3000]+/g

/**
 * A typed or pasted text as it is stored: composed (NFC), each run of blanks one blank, line breaks as `\n`, and without
 * the characters that nobody sees, except those that join an emoji.
 */
export const cleanText = (text: string): string =>
  text
    .replace(emojiOrInvisible, (_, emoji: string | undefined) => emoji ?? '')
    .normalize('NFC')
    .replace(lineBreak, '\n')
    .replace(blanks, ' ')
    .trim()

/** {@link cleanText} of a field of one line: line breaks are blanks too. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ')

/** Characters that look alike, and letters that have no accent to lose; both as PostgreSQL's `searchable()` has them. */
const alike: Readonly<Record<string, string>> = {
  ...{ ø: 'o', đ: 'd', ð: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ŋ: 'n', ĸ: 'q', ς: 'σ', '×': 'x' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...Object.fromEntries([...'`‘’‛′‵ʹʻʼʽˈ‹›'].map((quote) => [quote, "'"])),
  ...Object.fromEntries([...'“”„‟″‶«»ʺ'].map((quote) => [quote, '"'])),
  ...Object.fromEntries([...'‐‑‒–—―⁃−'].map((dash) => [dash, '-'])),
  ...{ '⁄': '/', '∕': '/', '‚': ',' },
}
const alikes = new RegExp(`[${Object.keys(alike).join('')}]`, 'gu')

/**
 * A text as searches and comparisons see it: without accents, letter case, invisible characters and surplus blanks; `°` is
 * `º`, `’` is `'`, and every dash is a hyphen. PostgreSQL's function of this name gives the same (`db/sql/search.sql`).
 */
export const searchable = (text: string): string =>
  text
    .replace(/[°˚]/g, 'º')
    .replace(/´/g, "'")
    .replace(invisible, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(alikes, (character) => alike[character] ?? character)
    .replace(/[\t-\r \u0085\u1680\u2028\u2029\u2800]+/g, ' ')
    .replace(/^ | $/g, '')

/** Digits of a CPF, the shortest number whose mask does not matter. */
const shortestMasked = 11

/**
 * {@link searchable}, of a long number with a mask only the digits: `00058.987654/2026-11`, and the 44 digits of a key in
 * groups of four. They are a part of the search text of every such number (`searchable_number()`).
 */
export function searchableNumber(text: string): string {
  const typed = searchable(text)
  const digits = typed.replace(/[ .,/_-]/g, '')
  return digits.length >= shortestMasked && /^[0-9]+$/.test(digits) ? digits : typed
}

import { codeLength, readCode } from '../codes/code.ts'

/** A code found in what a scanner typed. */
export interface ScannedText {
  /** Without hyphens, as {@link readCode} gives it. */
  code: string
  /** What had to be undone to read it; null: it was typed as it stands on the paper. */
  layout: Layout | null
  /** What stood around the code, as it was typed; an address around it is none. */
  prefix: string
  suffix: string
}

/** The keyboards that a scanner may be set to, against one that Windows has been set to. */
export type Layout = 'shifted' | 'azerty' | 'qwertz'

/** What a key typed, and what the code had there. */
const layouts: Readonly<Record<Layout, Readonly<Record<string, string>>>> = {
  // Caps lock or a stuck Shift: on some keyboards digits become signs, too. US and ABNT2 differ in the signs of 2, 6 and 7.
  shifted: pairs('!@#$%^&*()_¨', '1234567890-6'),
  azerty: pairs('&é"\'(-è_çà)QAWZ,?', '1234567890-AQZWMM'),
  qwertz: pairs('ßZY', '-YZ'),
}

function pairs(typed: string, meant: string) {
  return Object.fromEntries([...typed].map((character, index) => [character, meant.charAt(index)]))
}

const undo = (layout: Layout, text: string) =>
  [...upper(text)].map((character) => layouts[layout][character] ?? character).join('')

/** Only what codes are made of, so that every character keeps its place: `ß` would become two. */
const upper = (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())

/** Four, four and three characters with the same sign between them, whichever that has become. */
const grouped = /([0-9A-Z]{4})([^0-9A-Z])([0-9A-Z]{4})\2([0-9A-Z]{3})(?![0-9A-Z])/g
/** A code behind the path of an address, with or without hyphens; the slashes may have become other signs. */
const inAddress = /[^0-9A-Z]Q[^0-9A-Z]([0-9A-Z]{4}[^0-9A-Z]?[0-9A-Z]{4}[^0-9A-Z]?[0-9A-Z]{3})(?![0-9A-Z])/
/** An address around a code, before and behind it. */
const address = /^\S*[^0-9A-Z]Q[^0-9A-Z]$/i
const query = /^[^0-9A-Z]F[^0-9A-Z][0-9A-F]{0,8}$/i
const wholeQuery = /^[^0-9A-Z]F[^0-9A-Z][0-9A-F]{8}$/i

/**
 * The code in what a scanner typed: alone, as a whole address of a paper, with what the scanner adds before or behind it,
 * or typed on another keyboard than the one that Windows thinks it is. The check character tells a reading that is right
 * from one that is not, so that no setting is needed.
 *
 * @param isWhole true when the scanner said that this is all; without it, a code among other characters is only taken when
 *   its groups can be seen
 * @returns null when there is no code in it
 */
export function readScannedText(text: string, isWhole = true): ScannedText | null {
  const asTyped = findCode(upper(text), isWhole)
  if (asTyped) return result(text, asTyped, null)
  // Hyphens alone are no sign of another keyboard: read as two 6s, they made another code of torn and half typed ones.
  if (/^[0-9A-Z]+-[0-9A-Z-]*$/.test(upper(text).trim())) return null
  for (const layout of ['shifted', 'azerty', 'qwertz'] as const) {
    const found = findCode(undo(layout, text), isWhole)
    if (found) return result(text, found, layout)
  }
  return null
}

/**
 * Whether it is what follows a code in an address, and no code.
 *
 * @param isWhole as in {@link readScannedText}; without it, only all of what follows
 */
export const isRestOfAddress = (text: string, isWhole = true) => (isWhole ? query : wholeQuery).test(text)

/** Whether an address ends within what follows its code. */
export const endsInQuery = (text: string) => /[^0-9A-Z]Q[^0-9A-Z].*[^0-9A-Z](F([^0-9A-Z][0-9A-F]{0,7})?)?$/i.test(text)

/** The code in the address of a paper, as it stands there; null when it is none. */
export const codeInAddress = (text: string): string | null => findInAddress(upper(text))?.code ?? null

interface Found {
  code: string
  /** Where it stands in the text. */
  start: number
  end: number
}

function result(text: string, { code, start, end }: Found, layout: Layout | null): ScannedText {
  const [prefix, suffix] = [text.slice(0, start), text.slice(end)]
  return { code, layout, prefix: address.test(prefix) ? '' : prefix, suffix: query.test(suffix) ? '' : suffix }
}

function findCode(text: string, isWhole: boolean): Found | null {
  const trimmed = text.trim()
  const whole = readCode(trimmed)
  const start = text.indexOf(trimmed)
  if (whole) return { code: whole, start, end: start + trimmed.length }
  const ofPaper = findInAddress(text)
  if (ofPaper) return ofPaper
  for (const { 0: shown, index } of text.matchAll(grouped)) {
    const found = codeAt(shown, index)
    if (found) return found
  }
  return isWhole ? windowOf(text) : null
}

function findInAddress(text: string): Found | null {
  const [match = '', typed = ''] = inAddress.exec(text) ?? []
  return match ? codeAt(typed, text.indexOf(match) + match.length - typed.length) : null
}

function codeAt(shown: string, start: number): Found | null {
  const code = readCode(shown.replace(/[^0-9A-Z]/g, ''))
  return code ? { code, start, end: start + shown.length } : null
}

/** Eleven characters in a row that are a code; of several, those at an end, for scanners add at one end only. */
function windowOf(text: string): Found | null {
  const last = text.length - codeLength - 1
  const found = Array.from({ length: Math.max(last + 1, 0) }, (_, start) => {
    const typed = text.slice(start, start + codeLength + 1)
    return /^[0-9A-Z]+$/.test(typed) ? codeAt(typed, start) : null
  }).filter((one) => one !== null)
  const [only] = found.length === 1 ? found : []
  return found.find(({ start }) => start === last) ?? found.find(({ start }) => start === 0) ?? only ?? null
}

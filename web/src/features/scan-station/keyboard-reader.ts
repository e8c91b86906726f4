import { isRestOfAddress, readScannedText, type ScannedText } from '@malote/core/scans/scanned-text.ts'

/** Milliseconds without a key after which a complete code ends although the scanner sends nothing behind it. */
export const silence = 80

/** Milliseconds after a code within which a further Enter, Tab or the rest of its address still belongs to it. */
const afterglow = 400

/** What stands in the field, and when the last code ended. */
export interface Reader {
  text: string
  /** Milliseconds of any clock. */
  endedAt: number
  /** The text was ended, is no code, and has not changed since. */
  isRefused: boolean
}

export const emptyReader: Reader = { text: '', endedAt: Number.NEGATIVE_INFINITY, isRefused: false }

/** What happens at the keyboard: the field's text changed, a key may end it, or nothing came for {@link silence}. */
export type Keyboard = { kind: 'text'; text: string } | { kind: 'end'; key: 'Enter' | 'Tab' } | { kind: 'silence' }

export interface Read {
  reader: Reader
  /** A code, or what was ended and is none. */
  scan?: ScannedText | { code: null; text: string }
  /** True when the key was the scanner's and must do nothing else: no button is pressed, no focus moves. */
  isTaken: boolean
}

/**
 * Reads a scanner, which is a keyboard that somebody has set up: a code ends with Enter, Tab, both, Enter twice, or with
 * nothing but silence. People who type end with Enter.
 *
 * @param at milliseconds of the same clock as {@link Reader.endedAt}
 */
export function readKeyboard(reader: Reader, input: Keyboard, at: number): Read {
  if (input.kind === 'text') return { reader: { ...reader, text: input.text, isRefused: false }, isTaken: false }
  const isSilence = input.kind === 'silence'
  const isLate = at - reader.endedAt > afterglow
  const text = reader.text.trim()
  const ended = (scan?: Read['scan']): Read => ({
    reader: { text: '', endedAt: at, isRefused: false },
    ...(scan && { scan }),
    isTaken: !isSilence,
  })
  // With nothing new in the field Tab goes on, as everywhere, unless it is a second end of the same code.
  if (text === '' || reader.isRefused) return { reader, isTaken: !isSilence && (input.key === 'Enter' || !isLate) }
  if (!isLate && isRestOfAddress(text)) return ended()
  const scan = readScannedText(text, !isSilence)
  if (scan) return ended(scan)
  if (isSilence) return { reader, isTaken: false }
  // A wrong code stays in the field, where it can be corrected; the next one replaces it.
  return { reader: { text, endedAt: at, isRefused: true }, scan: { code: null, text }, isTaken: true }
}

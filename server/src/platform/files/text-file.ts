import { createReadStream } from 'node:fs'

type Charset = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'

/** By their byte order marks. Excel saves "Texto Unicode" this way. */
const utf16Marks: Record<string, Charset> = { fffe: 'utf-16le', feff: 'utf-16be' }

/** Share of Latin letters and signs in the first bytes that tells UTF-16 without a byte order mark from other data. */
const latinShare = 0.7

/** Fewer bytes than these are not guessed to be UTF-16. */
const shortestGuess = 8

/** UTF-16 by its byte order mark, or without one by the zero bytes of Latin letters. */
function utf16Of(head: Buffer): Charset | undefined {
  const marked = utf16Marks[head.toString('hex', 0, 2)]
  if (marked || head.length < shortestGuess || !head.includes(0)) return marked
  const units = head.length >> 1
  const latin = (high: number) => {
    let count = 0
    for (let unit = 0; unit < units; unit += 1) {
      const [first = 0, second = 0] = [head[2 * unit + high], head[2 * unit + 1 - high]]
      if (first === 0 && (second >= 0x20 || second === 9 || second === 10 || second === 13)) count += 1
    }
    return count / units
  }
  if (latin(1) >= latinShare) return 'utf-16le'
  return latin(0) >= latinShare ? 'utf-16be' : undefined
}

/** Control characters that texts have: bell, backspace, tab to carriage return, and those of printers. */
const isControlOfTexts = (code: number) => (code >= 7 && code <= 15) || (code >= 17 && code <= 20)

const escapes = [0x1b, 0x1c, 0x1d]
const endOfFile = 0x1a

/** A control character may be one of the parameters behind a printer's escape character. */
const parameters = 2

/** Checks characters one after the other: false from the first one on that no text has. */
function textChecker(): (codes: ArrayLike<number>) => boolean {
  let isText = true
  let free = 0
  let hasEnded = false
  return (codes) => {
    for (let at = 0; isText && at < codes.length; at += 1) {
      const code = codes[at] ?? 0
      if (escapes.includes(code)) free = parameters + 1
      else if (code === endOfFile) hasEnded = true
      else if (code >= 0x20) hasEnded = false
      // Behind DOS's end of file a block is filled with zeros.
      else isText = isControlOfTexts(code) || free > 0 || (hasEnded && code === 0)
      if (free > 0) free -= 1
    }
    return isText
  }
}

/** Whether the first bytes of a file show that it is no text. */
export const isNoText = (head: Buffer): boolean => utf16Of(head) === undefined && !textChecker()(head)

/**
 * The charset of a text file: UTF-16, UTF-8, or else Windows-1252.
 *
 * @param head its first bytes
 * @returns undefined for content with characters that no text has, such as U+0000
 */
export async function charsetOf(path: string, head: Buffer): Promise<Charset | undefined> {
  const charset = utf16Of(head)
  const decoder = new TextDecoder(charset ?? 'utf-8', { fatal: true })
  const isText = textChecker()
  let isDecoded = true
  const decoded = (chunk?: Buffer): string | undefined => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      isDecoded = false
      return undefined
    }
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = isDecoded ? decoded(chunk) : undefined
    if (charset ? text === undefined || !isText(codesOf(text)) : !isText(chunk)) return undefined
  }
  if (isDecoded) decoded()
  if (charset) return isDecoded ? charset : undefined
  return isDecoded ? 'utf-8' : 'windows-1252'
}

const codesOf = (text: string) => Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

import { readFileSync } from 'node:fs'

/** Stands in a PDF for a character that its font does not have. */
export const missingGlyph = '\ufffd'

/** What says the same in characters that every font has. */
const others: Readonly<Record<string, string>> = { '→': '->', '←': '<-', '✓': 'v', '✔': 'v', '☐': '[ ]', '☑': '[x]' }

/** More marks than any letter has: they pile up over the lines above. */
const manyMarks = /(\p{M}{2})\p{M}+/gu

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })

/**
 * Fits texts to a TrueType font: composed letters, because fonts have few accents of their own; the plain form of a
 * character (`①` is `1`) where the font lacks it; else {@link missingGlyph}, once for a whole emoji.
 *
 * @param path of the font file
 */
export function glyphsOf(path: string): (text: string) => string {
  const has = characterTest(readFileSync(path))
  const isWhole = (text: string) =>
    [...text].every((character) => character < ' ' || has(character.codePointAt(0) ?? 0))
  const fitted = (grapheme: string) => {
    if (isWhole(grapheme)) return grapheme
    const plain = others[grapheme] ?? grapheme.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    return isWhole(plain) ? plain : missingGlyph
  }
  return (text) => {
    if (/^[\n\x20-\x7e]*$/.test(text)) return text
    const few = text.normalize().replace(manyMarks, '$1')
    return Array.from(graphemes.segment(few), ({ segment }) => fitted(segment)).join('')
  }
}

/** Reads the character map of a font: its table `cmap`, format 4 (OpenType 1.9, "cmap"). */
function characterTest(font: Buffer): (code: number) => boolean {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index)
  const record = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap')
  if (record === undefined) throw new Error('the font has no character map')
  const map = font.readUInt32BE(record + 8)
  const parts = Array.from({ length: font.readUInt16BE(map + 2) }, (_, index) => font.readUInt32BE(map + 8 + 8 * index))
  const part = parts.map((offset) => map + offset).find((at) => font.readUInt16BE(at) === 4)
  if (part === undefined) throw new Error('the font has no character map of format 4')
  const size = font.readUInt16BE(part + 6)
  const ranges = Array.from({ length: size / 2 }, (_, index) => ({
    last: font.readUInt16BE(part + 14 + 2 * index),
    first: font.readUInt16BE(part + 16 + size + 2 * index),
  }))
  return (code) => code < 0xffff && ranges.some(({ first, last }) => first <= code && code <= last)
}

import { searchable } from '@malote/core/shared/typed-text.ts'

/** A part of a text, and whether it is a word that was searched for. */
export interface Piece {
  text: string
  isHit: boolean
}

/** A single letter would mark half of the text. */
const shortestWord = 2

/** Splits a text into what a search found and what is between; accents and letter case are ignored. */
export function highlighted(text: string, search: string): Piece[] {
  const letters = Array.from(text.normalize('NFC'))
  let folded = ''
  /** The letter behind each character of `folded`: folding may shorten or lengthen a letter. */
  const letterAt: number[] = []
  for (const [index, letter] of letters.entries()) {
    // Between words: a letter alone would lose its blank.
    const folding = /\s/.test(letter) ? ' ' : searchable(letter)
    folded += folding
    for (let n = 0; n < folding.length; n += 1) letterAt.push(index)
  }
  const hits = new Set<number>()
  for (const word of wordsOf(search)) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      for (let n = at; n < at + word.length; n += 1) hits.add(letterAt[n] ?? -1)
    }
  }
  const pieces: Piece[] = []
  for (const [index, letter] of letters.entries()) {
    const last = pieces.at(-1)
    const isHit = hits.has(index)
    if (last?.isHit === isHit) last.text += letter
    else pieces.push({ text: letter, isHit })
  }
  return pieces
}

const wordsOf = (search: string) =>
  searchable(search)
    .split(/[\s#]+/)
    .filter((word) => word.length >= shortestWord)

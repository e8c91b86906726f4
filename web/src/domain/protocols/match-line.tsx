import type { Match } from '@malote/core/protocols/protocol.ts'
import { searchable } from '@malote/core/shared/typed-text.ts'
import classes from './protocols.module.css'

const fieldWords: Record<Match['field'], string> = {
  number: 'Número',
  document: 'Documento',
  description: 'Descrição',
  reason: 'Motivo',
  remarks: 'Observações',
  person: 'Pessoa',
  type: 'Tipo',
  supplier: 'Fornecedor',
  department: 'Departamento',
}

interface MatchLineProps {
  match: Match | null | undefined
  /** The text that was searched for. */
  search: string
}

/** Why a search found a protocol: the field and its text, with the words that were searched for marked. */
export function MatchLine({ match, search }: MatchLineProps) {
  // The number is what the row begins with.
  if (!match?.text || match.field === 'number' || search.trim() === '') return null
  return (
    <span className={classes.match}>
      {fieldWords[match.field] ?? 'Encontrado em'}:{' '}
      {highlighted(match.text, search).map(({ text, isHit }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
        isHit ? <mark key={index}>{text}</mark> : text,
      )}
    </span>
  )
}

/** A part of a text, and whether it is a word that was searched for. */
interface Piece {
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

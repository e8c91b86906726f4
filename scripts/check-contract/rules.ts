import type { Sources } from '../lib/sources.ts'
import type { Contract } from './contract.ts'
import type { Proof } from './proofs.ts'

/** Statements that nothing proves or whose number is used twice, and proofs of statements that do not exist. */
export function looseStatements({ statements }: Contract, proofs: readonly Proof[]): string[] {
  const proved = new Set(proofs.map(({ number }) => number))
  const known = new Set(statements)
  return [
    ...statements
      .filter((one, index) => statements.indexOf(one) !== index)
      .map((one) => `contract ${one}: number used twice`),
    ...statements.filter((one) => !proved.has(one)).map((one) => `contract ${one}: nothing proves it`),
    ...proofs
      .filter(({ number }) => !number.startsWith('V') && !known.has(number))
      .map(({ place, number }) => `${place}: there is no statement ${number}`),
  ]
}

// `contract 4.5`, `contract 4.5, 6.3 and 9.1`, `contract.md 4.5`; a number alone is a section.
const citation = /\b[Cc]ontract(?:\.md)? (\d+(?:\.\d+)*(?:(?:, | and |, and )\d+(?:\.\d+)+)*)/g

/** Citations of statements that the contract does not have. */
export function unknownCitations({ numbers }: Contract, sources: Sources): string[] {
  return everyLine(sources).flatMap(({ place, line }) =>
    [...line.matchAll(citation)]
      .flatMap(([, cited = '']) => cited.split(/, and |, | and /))
      .filter((number) => !numbers.has(number))
      .map((number) => `${place}: there is no contract ${number}`),
  )
}

const papers = ['SPEC', 'DESIGN', 'STYLE', 'SCALE', 'LOOK', 'BEYOND']
const ofPaper = new RegExp(String.raw`\b(${papers.join('|')})\b( [0-9B]| "|'s)`)

/** Citations of documents that are not in the repository. */
export function foreignCitations(sources: Sources): string[] {
  return everyLine(sources)
    .filter(({ line }) => ofPaper.test(line))
    .map(({ place, line }) => `${place}: cites what is not here: ${line.trim()}`)
}

function everyLine(sources: Sources) {
  return [...sources].flatMap(([path, text]) =>
    text.split('\n').map((line, index) => ({ place: `${path}:${index + 1}`, line })),
  )
}

import { parseSync, Visitor } from 'vite'
import type { Sources } from '../lib/sources.ts'

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

/**
 * What shows that a statement of docs/contract.md or a requirement in docs/security.md holds: a comment
 * `// proves 4.5, V1.2.4` directly above a test, or `// meets V1.2.4` above a line of other code.
 */
export interface Proof {
  number: string
  /** `server/src/features/items/items.test.ts:12` */
  place: string
  /** The title of the test, or the line of code. */
  title: string
}

const marker = /^\s*\/\/ (?:proves|meets) ([V\d][\d., V]*)$/

/** All proofs, and the markers that stand above no test. */
export function readProofs(sources: Sources): { proofs: Proof[]; problems: string[] } {
  const proofs: Proof[] = []
  const problems: string[] = []
  for (const [path, source] of sources) {
    if (!/\.tsx?$/.test(path)) continue
    const lines = source.split('\n')
    const marked = lines.flatMap((line, index) => {
      const numbers = marker.exec(line)?.[1]
      return numbers === undefined ? [] : [{ index, numbers: numbers.split(', ') }]
    })
    if (marked.length === 0) continue
    const titles = /\.(test|spec)\.tsx?$/.test(path) ? titlesOf(path, source) : undefined
    for (const { index, numbers } of marked) {
      let next = index + 1
      while (marker.test(lines[next] ?? '')) next++
      const title = titles === undefined ? lines[next]?.trim() : titles.get(next)
      const place = `${path}:${index + 1}`
      if (title === undefined) problems.push(`${place}: stands above no test`)
      else proofs.push(...numbers.map((number) => ({ number, place, title })))
    }
  }
  return { proofs, problems }
}

const runners = new Set(['it', 'test', 'describe'])
const modifiers = new Set(['describe', 'each', 'skip', 'skipIf', 'only'])

/**
 * The titles of the tests and groups of a file by the line on which they begin, counted from 0. Template expressions
 * become `…`, as in `…: add and edit`.
 *
 * @throws Error when the file cannot be parsed
 */
export function titlesOf(path: string, source: string): Map<number, string> {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)

  const titles = new Map<number, string>()
  new Visitor({
    CallExpression({ start, callee, arguments: [title] }) {
      if (!runners.has(runnerOf(callee))) return
      const line = source.slice(0, start).split('\n').length - 1
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.set(line, title.value)
      if (title?.type === 'TemplateLiteral') titles.set(line, title.quasis.map(({ value }) => value.cooked).join('…'))
    },
  }).visit(program)
  return titles
}

interface Callee {
  type: string
  name?: unknown
  object?: Callee
  property?: Callee
  callee?: Callee
}

/**
 * `it` of `it`, of `it.skip` and of `it.each([1, 2])`; empty for `test.db.selectFrom`, where `test` is something else.
 */
function runnerOf(callee: Callee | undefined): string {
  if (callee?.type === 'Identifier') return String(callee.name)
  if (callee?.type === 'CallExpression') return runnerOf(callee.callee)
  const isModified = callee?.type === 'MemberExpression' && modifiers.has(String(callee.property?.name))
  return isModified ? runnerOf(callee.object) : ''
}

export interface Contract {
  /** Numbers of the statements, in their order; a number that is used twice stands here twice. */
  statements: string[]
  /** Numbers that may be cited: those of statements and of their sections. */
  numbers: ReadonlySet<string>
}

/** @param markdown docs/contract.md: headings `## 4 States` and statements `* **4.5** …` */
export function readContract(markdown: string): Contract {
  const statements = [...markdown.matchAll(/^\* \*\*(\d+(?:\.\d+)+)\*\* /gm)].map(([, number = '']) => number)
  const sections = [...markdown.matchAll(/^##+ (\d+(?:\.\d+)*) /gm)].map(([, number = '']) => number)
  return { statements, numbers: new Set([...statements, ...sections]) }
}

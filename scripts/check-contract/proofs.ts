import { parseSync, Visitor } from 'vite'
import type { Sources } from '../lib/sources.ts'

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

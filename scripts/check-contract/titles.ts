import { parseSync, Visitor } from 'vite'

const runners = new Set(['it', 'test', 'describe'])
const modifiers = new Set(['describe', 'each', 'skip', 'skipIf', 'only'])

/**
 * The titles of the tests and groups of a file, in order. Template expressions become `…`, as in `…: add and edit`.
 *
 * @throws Error when the file cannot be parsed
 */
export function titlesOf(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)

  const titles: string[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!runners.has(runnerOf(callee))) return
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title?.type === 'TemplateLiteral') titles.push(title.quasis.map(({ value }) => value.cooked).join('…'))
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

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { root } from '../lib/run.ts'
import { isTest } from './rules.ts'

const sources = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !isTest(file.replaceAll('\\', '/')))
    .map((file) => readFileSync(join(root, file), 'utf8'))

/** The functions of a module whose declared return type is `Verdict`. */
function verdictsIn(source: string): string[] {
  return parseSync('rules.ts', source).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    const { declaration } = statement
    if (declaration?.type === 'FunctionDeclaration') return named(source, declaration.id?.name, declaration.returnType)
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression'
        ? named(source, id.name, init.returnType)
        : [],
    )
  })
}

const named = (source: string, name = '', returned?: { start: number; end: number } | null) =>
  returned && source.slice(returned.start, returned.end) === ': Verdict' ? [name] : []

// proves V2.3.1, V8.3.1
it('every verdict of core is asked by the server: what only the browser asks binds nobody', () => {
  const verdicts = sources('core/src/*/*.ts').flatMap(verdictsIn)
  expect(verdicts).toContain('canReceive')
  expect(verdicts).toContain('canCancel')
  const server = sources('server/src/**/*.ts').join('\n')
  // `refused`, `isElsewhere` and the like are parts of verdicts.
  const unasked = verdicts.filter((name) => name.startsWith('can') && !new RegExp(`\\b${name}\\b`).test(server))
  expect(unasked).toEqual([])
})

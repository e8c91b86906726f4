import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { root } from '../lib/run.ts'
import { arrowsOf } from './arrows.ts'
import {
  circlesOfFeatures,
  circlesOfFiles,
  circlesOfFolders,
  drawnOrder,
  isTest,
  misdrawn,
  missingFiles,
  refusal,
} from './rules.ts'

const refusals = (from: string, source: string) => arrowsOf(from, source).map(refusal)

describe('import boundaries', () => {
  it.each([
    ['server/src/features/items/assign-items.ts', `import { a } from '../protocols/public.ts'`],
    ['server/src/features/items/assign-items.ts', `import { a } from '../tracking/tracking-hits.ts'`],
    ['server/src/features/items/assign-items.ts', `import { a } from '@malote/core/items/item.ts'`],
    ['server/src/features/items/items.routes.ts', `import type { App } from '../../platform/http/fastify.ts'`],
    ['server/src/app/app.ts', `import { a } from '../features/items/items.routes.ts'`],
    ['server/src/features/items/items.test.ts', `import { a } from '../protocols/protocols.repo.ts'`],
    ['web/src/app/routes/tree.tsx', `import { a } from '../../features/returns/returns-page.tsx'`],
    ['core/src/items/item.ts', `import { z } from 'zod'`],
  ])('lets %s have %s', (from, source) => {
    expect(refusals(from, source)).toEqual([undefined])
  })

  it.each([
    ['server/src/features/items/assign-items.ts', `import { a } from '../protocols/protocols.repo.ts'`],
    ['server/src/features/items/assign-items.ts', `import type { A } from '../protocols/protocols.repo.ts'`],
    ['server/src/features/items/assign-items.ts', `export { a } from '../protocols/protocols.repo.ts'`],
    ['server/src/features/items/assign-items.ts', `const a = await import('../protocols/protocols.repo.ts')`],
    ['server/src/features/items/assign-items.ts', `import { buildApp } from '../../app/app.ts'`],
    ['server/src/features/items/items.routes.ts', `import type { App } from '../../app/app.ts'`],
    ['server/src/features/items/assign-items.ts', `import { a } from '../protocols/list/public.ts'`],
    ['server/src/platform/db/connect.ts', `import { a } from '../../features/items/public.ts'`],
    ['server/src/app/app.ts', `import { a } from '../../../web/src/lib/api.ts'`],
    ['web/src/lib/api.ts', `import type { Db } from '../../../server/src/platform/db/connect.ts'`],
    ['web/src/ui/badge.tsx', `import { a } from '../features/items/item-badge.tsx'`],
    ['web/src/ui/badge.tsx', `import { a } from '@malote/core/items/item.ts'`],
    ['web/src/domain/items/items.api.ts', `import { routeTree } from '../../app/routes/tree.tsx'`],
    ['core/src/items/item.ts', `import { readFile } from 'node:fs'`],
    ['core/src/items/item.ts', `import { db } from '../../../server/src/platform/db/connect.ts'`],
  ])('refuses %s %s', (from, source) => {
    expect(refusals(from, source)).toEqual([expect.any(String)])
  })

  const imports = (from: string, to: string, isTypeOnly = false) => ({ from, to, isTypeOnly })

  it('finds features that go round in a circle', () => {
    const visit = (from: string, to: string) =>
      imports(`server/src/features/${from}/x.ts`, `server/src/features/${to}/public.ts`)

    expect(circlesOfFeatures([visit('returns', 'items'), visit('items', 'protocols')])).toEqual([])
    expect(
      circlesOfFeatures([
        visit('items', 'protocols'),
        visit('protocols', 'notifications'),
        visit('notifications', 'items'),
      ]),
    ).toEqual(['items → protocols → notifications → items'])
  })

  it('finds the rooms of a feature that go round in a circle, and lets its routes enter them all', () => {
    const inside = (name: string) => `server/src/features/protocols/${name}`
    const create = imports(inside('create/create-protocol.ts'), inside('forms/references.ts'))
    const routes = imports(inside('protocols.routes.ts'), inside('create/create-protocol.ts'))

    expect(circlesOfFolders([create, routes])).toEqual([])
    expect(
      circlesOfFolders([create, imports(inside('forms/form.routes.ts'), inside('create/create-protocol.ts'))]),
    ).toEqual([`${inside('create')} → ${inside('forms')} → ${inside('create')}`])
  })

  it('finds files of any room that go round in a circle, also when only types do', () => {
    expect(circlesOfFiles([imports('web/src/a.ts', 'web/src/b.ts'), imports('web/src/b.ts', 'zod')])).toEqual([])
    expect(
      circlesOfFiles([
        imports('scripts/a.ts', 'scripts/b.ts'),
        imports('scripts/b.ts', 'scripts/c.ts', true),
        imports('scripts/c.ts', 'scripts/a.ts'),
      ]),
    ).toEqual(['scripts/a.ts → scripts/b.ts → scripts/c.ts → scripts/a.ts'])
  })

  it('reads the drawn order of the features, and says where it is wrong', () => {
    const document = 'Each line uses those below:\n\n```features-of-server\nreturns items\nprotocols\n```\n'
    const order = drawnOrder(document)
    const uses = (from: string, to: string) =>
      imports(`server/src/features/${from}/x.ts`, `server/src/features/${to}/public.ts`)

    expect(order).toEqual([['returns', 'items'], ['protocols']])
    const features = ['items', 'protocols', 'returns']
    expect(misdrawn(order, features, [uses('items', 'protocols')])).toEqual([])
    expect(misdrawn(order, ['items', 'mail', 'protocols'], [uses('returns', 'items')])).toEqual([
      'mail is not drawn',
      'returns is drawn and does not exist',
      'returns is drawn not above items, which it uses',
    ])
  })
})

const files = ['README.md', 'server/src/platform/http/auth.ts', 'server/src/platform/db/sql/days.sql']

it.each(['`server/src/platform/http/auth.ts`', '`http/auth.ts` and `auth.ts`', '`db/sql/days.sql`', '`README.md`'])(
  'a document may name %s',
  (document) => {
    expect(missingFiles(document, files)).toEqual([])
  },
)

it('names the files that do not exist, each once', () => {
  expect(missingFiles('`http/access.ts`, `th.ts`; `access.ts`\n`th.ts`', files)).toEqual([
    'http/access.ts',
    'th.ts',
    'access.ts',
  ])
})

it.each([
  'a placeholder: `<f>.queries.ts`, `features/items/…routes.ts`, `*.wire.ts`, `yyyyMMddThhmm-subject.ts`',
  'another program: `postgresql.conf`, `/etc/patroni/config.yml`',
  'an address: `/api/openapi.json`',
  'words in code: `npm test`, `request.viewer`',
  '```sh\nnode `gone.ts`\n```',
])('skips %s', (document) => {
  expect(missingFiles(document, files)).toEqual([])
})

/** Class and attribute names of Mantine's own markup: they change with its versions, and users never see or hear them. */
const libraryMarkup = /\.mantine-|data-mantine|mantineColorScheme|data-combobox|\.m_[0-9a-f]{6}/

it('tests find things by roles and names, not by the markup of a library', () => {
  const files = globSync(['e2e/**/*.ts', 'web/src/**/*.test.{ts,tsx}'], { cwd: root })
  expect(files.length).toBeGreaterThan(20)
  const offences = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (libraryMarkup.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(offences).toEqual([])
})

it('browser tests watch the console: their `test` is ours', () => {
  const specs = globSync('e2e/*.spec.ts', { cwd: root })
  const blind = specs.filter(
    (file) => !/import \{ test \} from '\.\/support\/test\.ts'/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(blind).toEqual([])
})

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

import { describe, expect, it } from 'vitest'
import { arrowsOf } from './arrows.ts'
import { circles, refusal } from './rules.ts'

const refusals = (from: string, source: string) => arrowsOf(from, source).map(refusal)

describe('import boundaries', () => {
  it.each([
    ['server/src/features/items/assign-item.ts', `import { a } from '../protocols/public.ts'`],
    ['server/src/features/items/assign-item.ts', `import { a } from '@malote/core/items/item.ts'`],
    ['server/src/features/items/items.routes.ts', `import type { App } from '../../app.ts'`],
    ['server/src/app.ts', `import { a } from './features/items/items.routes.ts'`],
    ['server/src/features/items/items.test.ts', `import { a } from '../protocols/protocols.repo.ts'`],
    ['web/src/routes/retornos.tsx', `import { a } from '../features/returns/returns-page.tsx'`],
    ['core/src/items/item.ts', `import { z } from 'zod'`],
  ])('lets %s have %s', (from, source) => {
    expect(refusals(from, source)).toEqual([undefined])
  })

  it.each([
    ['server/src/features/items/assign-item.ts', `import { a } from '../protocols/protocols.repo.ts'`],
    ['server/src/features/items/assign-item.ts', `import type { A } from '../protocols/protocols.repo.ts'`],
    ['server/src/features/items/assign-item.ts', `export { a } from '../protocols/protocols.repo.ts'`],
    ['server/src/features/items/assign-item.ts', `const a = await import('../protocols/protocols.repo.ts')`],
    ['server/src/features/items/assign-item.ts', `import { buildApp } from '../../app.ts'`],
    ['server/src/db/connect.ts', `import { a } from '../features/items/public.ts'`],
    ['server/src/app.ts', `import { a } from '../../web/src/lib/api.ts'`],
    ['web/src/lib/api.ts', `import type { Db } from '../../../server/src/db/connect.ts'`],
    ['web/src/ui/badge.tsx', `import { a } from '../features/items/item-badge.tsx'`],
    ['web/src/ui/badge.tsx', `import { a } from '@malote/core/items/item.ts'`],
    ['web/src/features/items/items.api.ts', `import { Route } from '../../routes/retornos.tsx'`],
    ['core/src/items/item.ts', `import { readFile } from 'node:fs'`],
    ['core/src/items/item.ts', `import { db } from '../../../server/src/db/connect.ts'`],
  ])('refuses %s %s', (from, source) => {
    expect(refusals(from, source)).toEqual([expect.any(String)])
  })

  it('finds features that go round in a circle', () => {
    const visit = (from: string, to: string) => ({
      from: `server/src/features/${from}/x.ts`,
      to: `server/src/features/${to}/public.ts`,
      isTypeOnly: false,
    })

    expect(circles([visit('returns', 'items'), visit('items', 'protocols')])).toEqual([])
    expect(
      circles([visit('items', 'protocols'), visit('protocols', 'notifications'), visit('notifications', 'items')]),
    ).toEqual(['items → protocols → notifications → items'])
  })
})

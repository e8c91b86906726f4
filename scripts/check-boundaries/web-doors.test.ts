import { expect, it } from 'vitest'
import { arrowsOf } from './arrows.ts'
import { refusalAtDoor } from './web-doors.ts'

const refusals = (from: string, source: string) => arrowsOf(from, source).map(refusalAtDoor)

it.each([
  ['web/src/features/returns/returns.api.ts', `import { a } from '../items/public/items.api.ts'`],
  ['web/src/features/protocols/detail/details-tab.tsx', `import { a } from '../../items/public/items-section.tsx'`],
  ['web/src/features/items/public/items-section.tsx', `import { a } from '../item-card.tsx'`],
  ['web/src/features/items/item-card.tsx', `import { a } from '../../domain/items/item-name.ts'`],
  ['web/src/routes/_app/retornos.tsx', `import { a } from '../../features/returns/returns-page.tsx'`],
])('lets %s have %s', (from, source) => {
  expect(refusals(from, source)).toEqual([undefined])
})

it.each([
  ['web/src/features/returns/returns.api.ts', `import { a } from '../items/items.api.ts'`],
  ['web/src/features/returns/returns.api.ts', `import type { A } from '../items/item-card.tsx'`],
  ['web/src/features/protocols/detail/details-tab.tsx', `const a = import('../../items/item-panel.tsx')`],
])('refuses %s %s', (from, source) => {
  expect(refusals(from, source)).toEqual([expect.any(String)])
})

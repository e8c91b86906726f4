import { expect, it } from 'vitest'
import { nearest } from './changed.ts'

const tests = [
  'server/src/features/items/items.test.ts',
  'server/src/features/returns/returns.test.ts',
  'server/src/features/protocols/create/create.test.ts',
  'web/src/domain/items/overtaken-item.page.test.tsx',
]

it.each([
  ['server/src/features/items/return-item.ts', [tests[0]]],
  ['server/src/features/protocols/create/create.test.ts', [tests[2]]],
  ['core/src/items/item-rules.ts', [tests[0], tests[3]]],
  ['web/src/domain/items/item-dialogs.tsx', [tests[3]]],
  ['core/src/shared/verdict.ts', []],
  ['docs/web.md', []],
])('a changed %s calls for the slow tests beside it and of its feature', (file, called) => {
  expect(nearest(tests, [file])).toEqual(called)
})

import { expect, it } from 'vitest'
import { readDocument } from './document.ts'
import { requirements } from './requirements.ts'
import { problemsOf } from './rules.ts'

const sources = new Map([
  ['server/src/a.test.ts', "it('refuses what is wrong', () => {})"],
  ['server/src/a.ts', "const mode = 'strict'"],
])

const table = '| V1 Encoding | 2 | 0 | 1 | 1 |\n| All | 2 | 0 | 1 | 1 |'
const lines = [
  '* **V1.1.1** met: it is refused',
  '  → a.test.ts “refuses what”; a.ts “strict”',
  '* **V1.1.2, V1.2.1** not applicable: there is none',
  '* **V1.2.2** open: not yet',
]
const known = ['V1.1.1', 'V1.1.2', 'V1.2.1', 'V1.2.2']
const check = (text: string) => problemsOf(readDocument(text), known, sources)

it('a document is fine when each requirement has a line, its evidence exists, and the counts are right', () => {
  const right = table.replaceAll('| 2 | 0 | 1 | 1 |', '| 1 | 0 | 2 | 1 |')
  expect(check([right, ...lines].join('\n'))).toEqual([])
  expect(check([table, ...lines].join('\n'))).toEqual([
    'counts of V1: 2 0 1 1, but the lines say 1 0 2 1',
    'counts of All: 2 0 1 1, but the lines say 1 0 2 1',
  ])
})

it.each([
  ['* **V1.1.1** met: x → a.test.ts “accepts”', 'V1.1.1: no title of server/src/a.test.ts begins with “accepts”'],
  ['* **V1.1.1** met: x → b.test.ts “a”', 'V1.1.1: no file b.test.ts'],
  ['* **V1.1.1** met: x → a.ts “loose”', 'V1.1.1: “loose” is not in server/src/a.ts'],
  ['* **V1.1.1** met: x', 'V1.1.1: nothing shows it'],
  ['* **V1.1.1** setting: x', 'V1.1.1: nothing shows it'],
  ['* **V1.1.1** met: x → the code', 'V1.1.1: unreadable: the code'],
  ['* **V1.1.1** perhaps: x', 'V1.1.1: “perhaps” is no verdict'],
  ['* **V1.9.9** open: x', 'V1.9.9 is no requirement of level 1 or 2'],
  ['* **V1.2.2** open: x', 'V1.1.1 has no line'],
  ['* **V1.2.2** open: x\n* **V1.2.2** open: y', 'V1.2.2 has two lines'],
])('tells what is wrong with %j', (text, problem) => {
  expect(check(text)).toContain(problem)
})

it('knows the 253 requirements of level 1 and 2', () => {
  expect(requirements).toHaveLength(253)
  expect(new Set(requirements).size).toBe(253)
})

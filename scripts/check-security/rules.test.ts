import { expect, it } from 'vitest'
import { problemsOf, readDocument, requirements } from './rules.ts'

const proofs = [{ number: 'V1.1.1', place: 'a.test.ts:1', title: 'refuses what is wrong' }]

const table = '| V1 Encoding | 2 | 0 | 1 | 1 |\n| All | 2 | 0 | 1 | 1 |'
const lines = [
  '* **V1.1.1** met: it is refused,',
  '  at once',
  '* **V1.1.2, V1.2.1** not applicable: there is none',
  '* **V1.2.2** open: not yet',
]
const known = ['V1.1.1', 'V1.1.2', 'V1.2.1', 'V1.2.2']
const check = (text: string) => problemsOf(readDocument(text), known, proofs)

it('a document is fine when each requirement has a line, what is met a proof, and the counts are right', () => {
  const right = table.replaceAll('| 2 | 0 | 1 | 1 |', '| 1 | 0 | 2 | 1 |')
  expect(check([right, ...lines].join('\n'))).toEqual([])
  expect(check([table, ...lines].join('\n'))).toEqual([
    'counts of V1: 2 0 1 1, but the lines say 1 0 2 1',
    'counts of All: 2 0 1 1, but the lines say 1 0 2 1',
  ])
})

it.each([
  ['* **V1.1.2** met: x', 'V1.1.2: nothing proves it'],
  ['* **V1.1.2** setting: x', 'V1.1.2: nothing proves it'],
  ['* **V1.1.1** perhaps: x', 'V1.1.1: “perhaps” is no verdict'],
  ['* **V1.9.9** open: x', 'V1.9.9 is no requirement of level 1 or 2'],
  ['* **V1.2.2** open: x', 'V1.1.1 has no line'],
  ['* **V1.2.2** open: x\n* **V1.2.2** open: y', 'V1.2.2 has two lines'],
])('tells what is wrong with %j', (text, problem) => {
  expect(check(text)).toContain(problem)
})

it('takes a statement of the contract for a proof', () => {
  expect(check('* **V1.1.2** met: x (contract 4.1)').filter((one) => one.includes('proves'))).toEqual([])
})

it('knows the 253 requirements of level 1 and 2', () => {
  expect(requirements).toHaveLength(253)
  expect(new Set(requirements).size).toBe(253)
})

import { describe, expect, it } from 'vitest'
import { foreignCitations, looseStatements, readContract, readProofs, unknownCitations } from './rules.ts'

const contract = readContract('## 4 States\n\n### 4.2 Items\n\n* **4.1** One fact.\n* **4.2.1** Another.')
const read = (path: string, ...lines: string[]) => readProofs(new Map([[path, lines.join('\n')]]))

describe('a proof', () => {
  it.each([
    ['a test', "it('counts', () => {})", 'counts'],
    ['a group', 'test.describe(`$' + '{noun}: add`, () => {})', '…: add'],
    ['a test of several cases', "it.each([1])('counts %i', () => {})", 'counts %i'],
    ['a test that some machines skip', "it.skipIf(isRoot)('counts', () => {})", 'counts'],
  ])('is a comment above %s', (_, test, title) => {
    expect(read('a.test.ts', '  // proves 4.1, V1.2.4', '  // proves 4.2.1', `  ${test}`)).toEqual({
      proofs: [
        { number: '4.1', place: 'a.test.ts:1', title },
        { number: 'V1.2.4', place: 'a.test.ts:1', title },
        { number: '4.2.1', place: 'a.test.ts:2', title },
      ],
      problems: [],
    })
  })

  it('may be any line of what is no test', () => {
    expect(read('bars.ts', '// meets V1.2.4', 'const bar = 3').proofs).toEqual([
      { number: 'V1.2.4', place: 'bars.ts:1', title: 'const bar = 3' },
    ])
  })

  it.each(["test.db.selectFrom('items')", "expect('counts')", ''])('stands not above %j', (line) => {
    expect(read('a.test.ts', '// proves 4.1', line).problems).toEqual(['a.test.ts:1: stands above no test'])
  })
})

it('a contract is loose when a statement has no proof or no number of its own, or a proof no statement', () => {
  const twice = readContract('* **4.1** One fact.\n* **4.1** Another.\n* **4.2** A third.')
  const { proofs } = read('a.test.ts', '// proves 4.1, 4.9, V1.2.4', "it('counts')")
  expect(looseStatements(twice, proofs)).toEqual([
    'contract 4.1: number used twice',
    'contract 4.2: nothing proves it',
    'a.test.ts:1: there is no statement 4.9',
  ])
})

describe('a citation', () => {
  const cited = (text: string) => unknownCitations(contract, new Map([['a.ts', text]]))

  it.each(['(contract 4.1)', 'contract 4.1 and 4.2.1', 'contract 4.1, 4.2', 'contract 4', 'docs/contract.md 4.1.'])(
    'of %s leads somewhere',
    (text) => expect(cited(text)).toEqual([]),
  )

  it('of a number that the contract does not have is reported with its place', () => {
    expect(cited('fine\n(contract 4.1, 4.9 and 5.1)')).toEqual([
      'a.ts:2: there is no contract 4.9',
      'a.ts:2: there is no contract 5.1',
    ])
  })

  it('of a paper that is not in the repository is reported', () => {
    const [spec, look] = ['SPEC', 'LOOK']
    const text = `(${spec} 4)\n${look} "Colour"\n${look}'s theme\na ${spec} of its own`
    expect(foreignCitations(new Map([['a.ts', text]])).map((one) => one.split(':')[1])).toEqual(['1', '2', '3'])
  })
})

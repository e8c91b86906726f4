import { describe, expect, it } from 'vitest'
import { readContract } from './contract.ts'
import { foreignCitations, looseStatements, unknownCitations } from './rules.ts'
import { titlesOf } from './titles.ts'

const statement = (number: string, ...lines: string[]) => [`* **${number}** One fact.`, ...lines].join('\n')

const sources = new Map([
  ['docs/decisions.md', '**People come first.** Because they do.\n\n### Items follow (2026-11-21)\n'],
  ['core/src/items/item.test.ts', `it.each([1])('counts %i', () => {})\ntest.describe(\`\${noun}: add\`, () => {})`],
  ['core/src/a/same.test.ts', ''],
  ['server/src/a/same.test.ts', ''],
  ['scripts/bench/bars.ts', 'const bars = { list: 0.6 }'],
])

describe('a statement', () => {
  it.each([
    '— item.test.ts “counts”, “…: add”',
    '— items/item.test.ts “counts %i”; decision “People come”',
    '— decision “Items follow”',
    '— bars.ts “list: 0.6”',
  ])('is verified by %s', (line) => {
    expect(looseStatements(readContract(statement('4.1', `  ${line}`)), sources)).toEqual([])
  })

  it.each([
    ['', 'nothing verifies it'],
    ['— item.test.ts', 'item.test.ts'],
    ['— item.test.ts “does not”', 'no title of core/src/items/item.test.ts begins with “does not”'],
    ['— gone.test.ts “counts”', 'no file gone.test.ts'],
    ['— same.test.ts “x”', 'same.test.ts may be core/src/a/same.test.ts or server/src/a/same.test.ts'],
    ['— bars.ts “detail”', '“detail” is not in scripts/bench/bars.ts'],
    ['— decision “Items lead”', 'no decision “Items lead”'],
  ])('is not verified by %j', (line, problem) => {
    expect(looseStatements(readContract(statement('4.1', `  ${line}`)), sources)).toContain(`contract 4.1: ${problem}`)
  })

  it('has a number of its own', () => {
    const twice = `${statement('4.1', '  — bars.ts “list”')}\n${statement('4.1', '  — bars.ts “list”')}`
    expect(looseStatements(readContract(twice), sources)).toEqual(['contract 4.1: number used twice'])
  })
})

describe('a citation', () => {
  const contract = readContract(`## 4 States\n\n### 4.2 Items\n\n${statement('4.1')}\n${statement('4.2.1')}`)
  const cited = (text: string) => unknownCitations(contract, new Map([['a.ts', text]]))

  it.each(['(contract 4.1)', 'contract 4.1 and 4.2.1', 'contract 4.1, 4.2', 'contract 4', 'docs/contract.md 4.1.'])(
    'of %s leads somewhere',
    (text) => expect(cited(text)).toEqual([]),
  )

  it('of what the contract does not have is told with its place', () => {
    expect(cited('fine\n(contract 4.1, 4.9 and 5.1)')).toEqual([
      'a.ts:2: there is no contract 4.9',
      'a.ts:2: there is no contract 5.1',
    ])
  })

  it('of a paper that is not in the repository is told', () => {
    const [spec, look] = ['SPEC', 'LOOK']
    const text = `(${spec} 4)\n${look} "Colour"\n${look}'s theme\na ${spec} of its own`
    expect(foreignCitations(new Map([['a.ts', text]])).map((one) => one.split(':')[1])).toEqual(['1', '2', '3'])
  })
})

it('reads titles of tests and groups alone', () => {
  const source = "describe('a', () => {})\nit.skipIf(isRoot)('b', () => {})\ntest.db.selectFrom('items')\ntest('c')"
  expect(titlesOf('a.test.ts', source)).toEqual(['a', 'b', 'c'])
})

import type { Sources } from '../lib/sources.ts'
import type { Contract, Evidence, Statement } from './contract.ts'
import { titlesOf } from './titles.ts'

const decisionsPath = 'docs/decisions.md'
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path)

/** Statements without evidence, and evidence that does not exist. */
export function looseStatements({ statements }: Contract, sources: Sources): string[] {
  const problemOf = evidenceIn(sources)
  const problemsOf = ({ number, evidence }: Statement) =>
    evidence.map(problemOf).flatMap((problem) => (problem === undefined ? [] : [`contract ${number}: ${problem}`]))
  return statements.flatMap((statement) => [
    ...(statement.evidence.length === 0 ? [`contract ${statement.number}: nothing verifies it`] : []),
    ...statement.unread.map((part) => `contract ${statement.number}: ${part}`),
    ...problemsOf(statement),
  ])
}

/** Looks evidence up: returns what is wrong with it, or undefined when it exists. */
export function evidenceIn(sources: Sources) {
  const titles = new Map<string, string[]>()
  const titlesIn = (path: string) => {
    const known = titles.get(path) ?? titlesOf(path, sources.get(path) ?? '')
    titles.set(path, known)
    return known
  }
  return (one: Evidence): string | undefined => {
    if ('decision' in one) {
      const headings = (sources.get(decisionsPath) ?? '').matchAll(/^(?:\*\*|#+ )(.+)$/gm)
      const isThere = [...headings].some(([, heading]) => heading?.startsWith(one.decision))
      return isThere ? undefined : `no decision “${one.decision}”`
    }
    const paths = [...sources.keys()].filter((path) => `/${path}`.endsWith(`/${one.file}`))
    const [path] = paths
    if (path === undefined) return `no file ${one.file}`
    if (paths.length > 1) return `${one.file} may be ${paths.join(' or ')}`
    if (isTest(path)) {
      const isThere = titlesIn(path).some((title) => title.startsWith(one.words))
      return isThere ? undefined : `no title of ${path} begins with “${one.words}”`
    }
    return sources.get(path)?.includes(one.words) ? undefined : `“${one.words}” is not in ${path}`
  }
}

// `contract 4.5`, `contract 4.5, 6.3 and 9.1`, `contract.md 4.5`; a number alone is a section.
const citation = /\b[Cc]ontract(?:\.md)? (\d+(?:\.\d+)*(?:(?:, | and |, and )\d+(?:\.\d+)+)*)/g

/** Citations of statements that the contract does not have. */
export function unknownCitations({ numbers }: Contract, sources: Sources): string[] {
  return everyLine(sources).flatMap(({ place, line }) =>
    [...line.matchAll(citation)]
      .flatMap(([, cited = '']) => cited.split(/, and |, | and /))
      .filter((number) => !numbers.has(number))
      .map((number) => `${place}: there is no contract ${number}`),
  )
}

const papers = ['SPEC', 'DESIGN', 'STYLE', 'SCALE', 'LOOK', 'BEYOND']
const ofPaper = new RegExp(String.raw`\b(${papers.join('|')})\b( [0-9B]| "|'s)`)

/** Citations of documents that are not in the repository. */
export function foreignCitations(sources: Sources): string[] {
  return everyLine(sources)
    .filter(({ line }) => ofPaper.test(line))
    .map(({ place, line }) => `${place}: cites what is not here: ${line.trim()}`)
}

function everyLine(sources: Sources) {
  return [...sources].flatMap(([path, text]) =>
    text.split('\n').map((line, index) => ({ place: `${path}:${index + 1}`, line })),
  )
}

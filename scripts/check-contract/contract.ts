/** The evidence of a statement: a file and words in it, or a decision by the beginning of its heading. */
export type Evidence = { file: string; words: string } | { decision: string }

/** A numbered fact of docs/contract.md. */
export interface Statement {
  number: string
  evidence: Evidence[]
  /** Parts of the evidence line that cannot be parsed. */
  unread: string[]
}

export interface Contract {
  statements: Statement[]
  /** Numbers that may be cited: those of statements and of their sections. */
  numbers: ReadonlySet<string>
}

const file = String.raw`[\w./-]+\.tsx?`
const quoted = '“[^”]+”'
const ofFile = new RegExp(`^(${file}) (${quoted}(?:, ${quoted})*)$`)
const ofDecision = /^decision “([^”]+)”$/

/** @param markdown docs/contract.md: `* **4.5** …` and, on the next line, `— file.test.ts “a title”; decision “…”` */
export function readContract(markdown: string): Contract {
  const statements: Statement[] = []
  const numbers = new Set<string>()
  for (const line of markdown.split('\n')) {
    const section = /^##+ (\d+(?:\.\d+)*) /.exec(line)?.[1]
    const number = /^\* \*\*(\d+(?:\.\d+)+)\*\* /.exec(line)?.[1]
    if (section !== undefined) numbers.add(section)
    if (number !== undefined)
      statements.push({ number, evidence: [], unread: numbers.has(number) ? ['number used twice'] : [] })
    if (number !== undefined) numbers.add(number)
    if (line.startsWith('  — ')) addEvidence(statements.at(-1), line.slice(4))
  }
  return { statements, numbers }
}

function addEvidence(statement: Statement | undefined, line: string) {
  for (const part of line.split('; ')) {
    const [, path, words = ''] = ofFile.exec(part) ?? []
    const decision = ofDecision.exec(part)?.[1]
    if (path !== undefined) {
      for (const [, one = ''] of words.matchAll(/“([^”]+)”/g)) statement?.evidence.push({ file: path, words: one })
    } else if (decision !== undefined) statement?.evidence.push({ decision })
    else statement?.unread.push(part)
  }
}

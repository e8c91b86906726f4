import type { Evidence } from '../check-contract/contract.ts'

/** In the order of the columns of the table of counts. */
export const verdicts = ['met', 'setting', 'not applicable', 'open'] as const

/** A line of docs/security.md about one requirement or several. */
export interface Line {
  requirements: string[]
  verdict: string
  /** What meets it, or why it is not met. */
  reason: string
  evidence: Evidence[]
  /** Parts of the evidence that cannot be parsed. */
  unread: string[]
}

export interface SecurityDocument {
  lines: Line[]
  /** Rows of the table of counts by their first word, `V1` or `All`. */
  counts: ReadonlyMap<string, number[]>
}

const quoted = '“[^”]+”'
const ofFile = new RegExp(String.raw`^([\w./-]+\.\w+) (${quoted}(?:, ${quoted})*)$`)

/**
 * @param markdown docs/security.md: `* **V1.2.4** met: … → file.test.ts “a title”; file.ts “words in it”`, which may go on
 *   in indented lines, and the table of counts
 */
export function readDocument(markdown: string): SecurityDocument {
  const bullets = markdown.replace(/\n {2,}/g, ' ').split('\n')
  const counts = new Map<string, number[]>()
  const lines: Line[] = []
  for (const bullet of bullets) {
    const [, chapter, cells] = /^\| (V\d+|All)\b[^|]*\|((?: \d+ \|)+)$/.exec(bullet) ?? []
    if (chapter !== undefined && cells !== undefined) counts.set(chapter, cells.match(/\d+/g)?.map(Number) ?? [])
    const [, numbers, verdict = '', rest = ''] = /^\* \*\*(V[\d.V, ]+)\*\* ([^:]+): (.*)$/.exec(bullet) ?? []
    if (numbers !== undefined) lines.push({ requirements: numbers.split(', '), verdict, ...partsOf(rest) })
  }
  return { lines, counts }
}

function partsOf(text: string): Pick<Line, 'reason' | 'evidence' | 'unread'> {
  const [reason = '', cited] = text.split(' → ')
  const evidence: Evidence[] = []
  const unread: string[] = []
  for (const part of cited?.split('; ') ?? []) {
    const [, file, words = ''] = ofFile.exec(part) ?? []
    if (file === undefined) unread.push(part)
    else for (const [, one = ''] of words.matchAll(/“([^”]+)”/g)) evidence.push({ file, words: one })
  }
  return { reason: reason.trim(), evidence, unread }
}

/** In the order of the columns of the table of counts. */
export const verdicts = ['met', 'setting', 'not applicable', 'open'] as const

/** A line of docs/security.md about one requirement or several. */
export interface Line {
  requirements: string[]
  verdict: string
  /** What meets it, or why it is not met. */
  reason: string
}

export interface SecurityDocument {
  lines: Line[]
  /** Rows of the table of counts by their first word, `V1` or `All`. */
  counts: ReadonlyMap<string, number[]>
}

/**
 * @param markdown docs/security.md: `* **V1.2.4** met: …`, which may go on in indented lines, and the table of counts
 */
export function readDocument(markdown: string): SecurityDocument {
  const bullets = markdown.replace(/\n {2,}/g, ' ').split('\n')
  const counts = new Map<string, number[]>()
  const lines: Line[] = []
  for (const bullet of bullets) {
    const [, chapter, cells] = /^\| (V\d+|All)\b[^|]*\|((?: \d+ \|)+)$/.exec(bullet) ?? []
    if (chapter !== undefined && cells !== undefined) counts.set(chapter, cells.match(/\d+/g)?.map(Number) ?? [])
    const [, numbers, verdict = '', reason = ''] = /^\* \*\*(V[\d.V, ]+)\*\* ([^:]+): (.*)$/.exec(bullet) ?? []
    if (numbers !== undefined) lines.push({ requirements: numbers.split(', '), verdict, reason: reason.trim() })
  }
  return { lines, counts }
}

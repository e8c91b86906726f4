import type { Proof } from '../check-contract/rules.ts'

/** Problems of docs/security.md: requirements left out or without a proof, counts that differ. */
export function problemsOf(
  document: SecurityDocument,
  requirements: readonly string[],
  proofs: readonly Proof[],
): string[] {
  const proved = new Set(proofs.map(({ number }) => number))
  return [
    ...coverage(document, requirements),
    ...document.lines.flatMap((line) => lineProblems(line, proved)),
    ...proofs
      .filter(({ number }) => number.startsWith('V') && !requirements.includes(number))
      .map(({ place, number }) => `${place}: ${number} is no requirement of level 1 or 2`),
    ...wrongCounts(document, requirements),
  ]
}

function coverage({ lines }: SecurityDocument, requirements: readonly string[]): string[] {
  const named = lines.flatMap((line) => line.requirements)
  return [
    ...requirements.filter((one) => !named.includes(one)).map((one) => `${one} has no line`),
    ...named.filter((one) => !requirements.includes(one)).map((one) => `${one} is no requirement of level 1 or 2`),
    ...named.filter((one, index) => named.indexOf(one) !== index).map((one) => `${one} has two lines`),
  ]
}

/** A rule that the contract states is proved there: its line cites the statement. */
function lineProblems({ requirements, verdict, reason }: Line, proved: ReadonlySet<string>): string[] {
  const needsProof = (verdict === 'met' || verdict === 'setting') && !/\bcontract \d/.test(reason)
  return [
    ...(verdicts.some((one) => one === verdict) ? [] : [`“${verdict}” is no verdict`]),
    ...(reason === '' ? ['no reason'] : []),
    ...(needsProof && !requirements.some((one) => proved.has(one)) ? ['nothing proves it'] : []),
  ].map((problem) => `${requirements.join(', ')}: ${problem}`)
}

function wrongCounts({ lines, counts }: SecurityDocument, requirements: readonly string[]): string[] {
  const chapterOf = (requirement: string) => requirement.split('.')[0] ?? ''
  const chapters = [...new Set(requirements.map(chapterOf)), 'All']
  return chapters.flatMap((chapter) => {
    const isIn = (one: string) => chapter === 'All' || chapterOf(one) === chapter
    const expected = verdicts.map((verdict) =>
      lines
        .filter((line) => line.verdict === verdict)
        .reduce((sum, line) => sum + line.requirements.filter(isIn).length, 0),
    )
    const written = counts.get(chapter)?.join(' ') ?? 'missing'
    return written === expected.join(' ')
      ? []
      : [`counts of ${chapter}: ${written}, but the lines say ${expected.join(' ')}`]
  })
}

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

/** OWASP ASVS 5.0.0: how many requirements of level 1 and 2 each section has; they are numbered from 1. */
const sections: Readonly<Record<string, number>> = {
  ...{ 'V1.1': 2, 'V1.2': 9, 'V1.3': 11, 'V1.4': 3, 'V1.5': 2 },
  ...{ 'V2.1': 3, 'V2.2': 3, 'V2.3': 4, 'V2.4': 1 },
  ...{ 'V3.2': 2, 'V3.3': 4, 'V3.4': 6, 'V3.5': 5, 'V3.7': 2 },
  ...{ 'V4.1': 3, 'V4.2': 1, 'V4.3': 2, 'V4.4': 4 },
  ...{ 'V5.1': 1, 'V5.2': 3, 'V5.3': 2, 'V5.4': 3 },
  ...{ 'V6.1': 3, 'V6.2': 12, 'V6.3': 4, 'V6.4': 4, 'V6.5': 5, 'V6.6': 3, 'V6.8': 4 },
  ...{ 'V7.1': 3, 'V7.2': 4, 'V7.3': 2, 'V7.4': 5, 'V7.5': 2, 'V7.6': 2 },
  ...{ 'V8.1': 2, 'V8.2': 3, 'V8.3': 1, 'V8.4': 1 },
  ...{ 'V9.1': 3, 'V9.2': 4 },
  ...{ 'V10.1': 2, 'V10.2': 2, 'V10.3': 4, 'V10.4': 11, 'V10.5': 5, 'V10.6': 2, 'V10.7': 3 },
  ...{ 'V11.1': 2, 'V11.2': 3, 'V11.3': 3, 'V11.4': 4, 'V11.5': 1, 'V11.6': 1 },
  ...{ 'V12.1': 3, 'V12.2': 2, 'V12.3': 4 },
  ...{ 'V13.1': 1, 'V13.2': 5, 'V13.3': 2, 'V13.4': 5 },
  ...{ 'V14.1': 2, 'V14.2': 4, 'V14.3': 3 },
  ...{ 'V15.1': 3, 'V15.2': 3, 'V15.3': 7 },
  ...{ 'V16.1': 1, 'V16.2': 5, 'V16.3': 4, 'V16.4': 3, 'V16.5': 3 },
  ...{ 'V17.1': 1, 'V17.2': 4, 'V17.3': 2 },
}

/** `V1.1.1` to `V17.3.2`. */
export const requirements: readonly string[] = Object.entries(sections).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)

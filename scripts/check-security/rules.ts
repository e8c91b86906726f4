import type { Proof } from '../check-contract/proofs.ts'
import { type Line, type SecurityDocument, verdicts } from './document.ts'

/** What is wrong with docs/security.md: requirements left out or without a proof, counts that differ. */
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

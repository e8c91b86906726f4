import { evidenceIn } from '../check-contract/rules.ts'
import type { Sources } from '../lib/sources.ts'
import { type Line, type SecurityDocument, verdicts } from './document.ts'

/** What is wrong with docs/security.md: requirements left out, evidence that does not exist, counts that differ. */
export function problemsOf(document: SecurityDocument, requirements: readonly string[], sources: Sources): string[] {
  return [
    ...coverage(document, requirements),
    ...document.lines.flatMap((line) => lineProblems(line, sources)),
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

function lineProblems({ requirements, verdict, reason, evidence, unread }: Line, sources: Sources): string[] {
  const problemOf = evidenceIn(sources)
  const needsEvidence = verdict === 'met' || verdict === 'setting'
  return [
    ...(verdicts.some((one) => one === verdict) ? [] : [`“${verdict}” is no verdict`]),
    ...(reason === '' ? ['no reason'] : []),
    ...(needsEvidence && evidence.length === 0 ? ['nothing shows it'] : []),
    ...unread.map((part) => `unreadable: ${part}`),
    ...evidence.flatMap((one) => problemOf(one) ?? []),
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

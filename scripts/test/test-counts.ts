import { readFileSync } from 'node:fs'

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** `undefined` when the runner ended before it could write its report. */
export function readReport(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

export function countVitest(report: unknown): Counts {
  if (report === undefined) return noReport
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report as VitestReport
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
}

export function countPlaywright(report: unknown): Counts {
  if (report === undefined) return noReport
  const { expected, unexpected, flaky, skipped } = (report as PlaywrightReport).stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}

/** The last line of `npm test`, read by machines. */
export function totalsLine(counts: Counts[]): string {
  const sum = (key: keyof Counts) => counts.reduce((total, count) => total + count[key], 0)
  return `Total: ${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`
}

const noReport: Counts = { passed: 0, failed: 1, skipped: 0 }

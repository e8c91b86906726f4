import type { Measurement } from './load.ts'

export type Verdict = 'met' | 'missed' | 'not measured' | ''

/** One line of the table. Without a bar it is only informative. */
export interface Row {
  what: string
  ours?: Measurement
  floor?: Measurement
  /** The formatted value that is compared with the bar: `72 %`, `1.2x`, `31 MB`. */
  result: string
  bar?: string
  verdict: Verdict
}

export const judge = (isMet: boolean): Verdict => (isMet ? 'met' : 'missed')
export const percent = (share: number) => `${Math.round(share * 100)} %`
export const times = (factor: number) => `${factor.toFixed(2)}x`
export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`

/** The median, so that a disturbance in one round does not decide. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length % 2) return sorted[middle] ?? Number.NaN
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** Several rounds as one: the median of each figure, and the sum of all refusals. */
export const summary = (rounds: readonly Measurement[]): Measurement => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  cpu: median(rounds.map(({ cpu }) => cpu)),
  refused: rounds.reduce((sum, { refused }) => sum + refused, 0),
})

/** The median of the ratios within each round; ratios can be compared between computers. */
export const ratioOf = (
  ours: readonly Measurement[],
  other: readonly Measurement[],
  figure: 'perSecond' | 'p50' | 'p99' | 'cpu' = 'perSecond',
): number => median(ours.map((one, round) => one[figure] / (other[round]?.[figure] ?? Number.NaN)))

const cpu = ({ cpu: used }: Measurement) => (Number.isNaN(used) ? '' : `${used.toFixed(2)} ms`)

/** A Markdown table. */
export function table(rows: readonly Row[]): string {
  const header = [
    'what',
    'per second',
    'p50',
    'p99',
    'cpu',
    'beside: per second',
    'p50',
    'cpu',
    'result',
    'bar',
    'verdict',
  ]
  const lines = rows.map((row) => [
    row.what,
    ...(row.ours
      ? [row.ours.perSecond.toFixed(0), milliseconds(row.ours.p50), milliseconds(row.ours.p99), cpu(row.ours)]
      : ['', '', '', '']),
    ...(row.floor ? [row.floor.perSecond.toFixed(0), milliseconds(row.floor.p50), cpu(row.floor)] : ['', '', '']),
    row.result + (row.ours?.refused ? ` (${row.ours.refused} refused!)` : ''),
    row.bar ?? '',
    row.verdict,
  ])
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => (line[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...lines.map(line)].join('\n')
}

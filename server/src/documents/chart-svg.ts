import type { Chart } from '@malote/core/dashboard/dashboard.ts'
import { largestStack, pieSlices, rounded, stackAt } from '@malote/core/shared/chart-shapes.ts'
import { paper } from './pdf.ts'

export type ChartKind = 'pie' | 'bar' | 'line'

/** Size of the drawing, in PDF points. */
const width = 515
const height = 190

/** Colours by label or dataset, where they have a meaning; the others take turns. */
type Colours = Readonly<Record<string, string>>
const inTurn = ['#0E5A6B', '#B98224', '#5B4B8A', '#1D6B3C', '#1B4F9C', '#7D8B8D']

/** The chart of a PDF report. It has only labels, because the table below it has the numbers. */
export function chartSvg(chart: Chart, kind: ChartKind, colours: Colours = {}): string {
  const draw = { pie, bar, line }[kind]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${draw(chart, colours)}</svg>`
}

function pie({ labels, datasets }: Chart, colours: Colours): string {
  const data = datasets[0]?.data ?? []
  const total = data.reduce((sum, value) => sum + value, 0)
  const [x, y, radius] = [110, height / 2, 80]
  const slices = pieSlices(data, x, y, radius).map((path, index) =>
    path ? `<path d="${path}" fill="${colourOf(labels[index] ?? '', index, colours)}" stroke="#FFFFFF"/>` : '',
  )
  const empty = total === 0 ? `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${paper.line}"/>` : ''
  const top = height / 2 - (labels.length * 20) / 2
  const legend = labels.map((label, index) => {
    const share = total === 0 ? 0 : Math.round(((data[index] ?? 0) / total) * 100)
    return key(240, top + index * 20, colourOf(label, index, colours), `${label}: ${data[index] ?? 0} (${share}%)`)
  })
  return slices.join('') + empty + legend.join('')
}

/** Maximum number of departments that fit the page's width; the table has all of them. */
const mostBars = 12

function bar({ labels, datasets }: Chart, colours: Colours): string {
  const shown = { labels: labels.slice(0, mostBars), datasets }
  const most = Math.max(1, largestStack(shown))
  const step = (height - 24) / Math.max(shown.labels.length, 4)
  const thickness = Math.min(16, step * 0.7)
  const left = 170
  const lengthOf = (value: number) => (value / most) * (width - left - 40)
  const bars = shown.labels.map((label, index) => {
    const y = index * step + (step - thickness) / 2
    const stack = stackAt(shown, index)
    const parts = stack.map(({ from, to }, series) => {
      const fill = colourOf(datasets[series]?.label ?? '', series, colours)
      return `<rect x="${rounded(left + lengthOf(from))}" y="${rounded(y)}" width="${rounded(lengthOf(to - from))}" height="${rounded(thickness)}" fill="${fill}"/>`
    })
    const total = stack.at(-1)?.to ?? 0
    const middle = y + thickness / 2 + 3
    const words = text(left + lengthOf(total) + 4, middle, String(total))
    return `${text(left - 6, middle, shortened(label), 'end')}${parts.join('')}${words}`
  })
  const legend = datasets.map(({ label }, index) =>
    key(left + index * 110, height - 14, colourOf(label, index, colours), label),
  )
  return bars.join('') + legend.join('')
}

function line({ labels, datasets }: Chart, colours: Colours): string {
  const [left, top, bottom] = [34, 8, height - 22]
  const most = Math.max(1, ...datasets.flatMap(({ data }) => data))
  const x = (index: number) => rounded(left + (index / Math.max(1, labels.length - 1)) * (width - left - 14))
  const y = (value: number) => rounded(bottom - (value / most) * (bottom - top))
  const grid = [0, most].map(
    (value) =>
      `<line x1="${left}" y1="${y(value)}" x2="${width}" y2="${y(value)}" stroke="${paper.line}"/>${text(left - 5, y(value) + 3, String(value), 'end')}`,
  )
  const curves = datasets.map(({ label, data }, index) => {
    const points = data.map((value, at) => `${x(at)},${y(value)}`).join(' ')
    return `<polyline points="${points}" fill="none" stroke="${colourOf(label, index, colours)}" stroke-width="1.6"/>`
  })
  const every = Math.ceil(labels.length / 10)
  const days = labels.map((label, index) => (index % every === 0 ? text(x(index), height - 6, label, 'middle') : ''))
  return [...grid, ...curves, ...days].join('')
}

const colourOf = (name: string, index: number, colours: Colours) =>
  colours[name] ?? inTurn[index % inTurn.length] ?? paper.ink

const key = (x: number, y: number, fill: string, label: string) =>
  `<rect x="${x}" y="${y}" width="9" height="9" fill="${fill}"/>${text(x + 14, y + 8, label)}`

const text = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end' = 'start') =>
  `<text x="${rounded(x)}" y="${rounded(y)}" font-size="8" fill="${paper.secondary}" text-anchor="${anchor}">${escaped(words)}</text>`

const shortened = (label: string) => (label.length > 32 ? `${label.slice(0, 31)}…` : label)
const escaped = (words: string) => words.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)

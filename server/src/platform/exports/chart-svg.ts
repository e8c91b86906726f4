import type { Chart } from '@malote/core/dashboard/dashboard.ts'
import {
  fitsOnMark,
  hatch,
  labelInterval,
  largestStack,
  pieSlices,
  rounded,
  sliceMiddles,
  stackAt,
  wholeTicks,
} from '@malote/core/shared/chart-shapes.ts'
import { pageWidth, paper } from './pdf.ts'

export type ChartKind = 'pie' | 'bar' | 'line'

/** Size of the drawing, in PDF points. */
const width = pageWidth
const height = 190

/** How a mark looks: its colour, that of its label, and stripes where the colour alone does not tell it apart. */
export interface MarkLook {
  colour: string
  ink: string
  isHatched?: boolean
}

/** Looks by label or dataset, where they have a meaning; the others take turns. */
export type MarkLooks = Readonly<Record<string, MarkLook>>
const inTurn: readonly MarkLook[] = ['#1F7D92', '#C5851A', '#7F6CB8', '#14532D', '#2F66BD', '#879496'].map(
  (colour) => ({
    colour,
    ink: colour === '#C5851A' || colour === '#879496' ? paper.ink : '#FFFFFF',
  }),
)

/** In points. */
const fontSize = 8

/** The chart of a PDF report. Marks have their numbers where there is room; the table below it has all of them. */
export function chartSvg(chart: Chart, kind: ChartKind, looks: MarkLooks = {}): string {
  const draw = { pie, bar, line }[kind]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${stripes(looks)}${draw(chart, looks)}</svg>`
}

/** A pattern for each hatched look. */
function stripes(looks: MarkLooks): string {
  const { distance, width } = hatch
  const colours = new Set(Object.values(looks).flatMap(({ colour, isHatched }) => (isHatched ? [colour] : [])))
  const patterns = [...colours].map(
    (colour) =>
      `<pattern id="${hatchId(colour)}" width="${distance}" height="${distance}" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="${distance}" height="${distance}" fill="${colour}"/><rect width="${width}" height="${distance}" fill="#FFFFFF"/></pattern>`,
  )
  return `<defs>${patterns.join('')}</defs>`
}

const hatchId = (colour: string) => `hatch-${colour.slice(1)}`
const fillOf = ({ colour, isHatched }: MarkLook) => (isHatched ? `url(#${hatchId(colour)})` : colour)

function pie({ labels, datasets }: Chart, looks: MarkLooks): string {
  const data = datasets[0]?.data ?? []
  const total = data.reduce((sum, value) => sum + value, 0)
  const [x, y, radius] = [110, height / 2, 80]
  const slices = pieSlices(data, x, y, radius).map((path, index) =>
    path ? `<path d="${path}" fill="${fillOf(lookOf(labels[index] ?? '', index, looks))}" stroke="#FFFFFF"/>` : '',
  )
  const shares = sliceMiddles(data, x, y, radius).map((middle, index) =>
    middle.share < 0.05
      ? ''
      : markLabel(middle.x, middle.y, `${Math.round(middle.share * 100)}%`, lookOf(labels[index] ?? '', index, looks)),
  )
  const empty = total === 0 ? `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${paper.line}"/>` : ''
  const top = height / 2 - (labels.length * 20) / 2
  const legend = labels.map((label, index) => {
    const share = total === 0 ? 0 : Math.round(((data[index] ?? 0) / total) * 100)
    return key(
      240,
      top + index * 20,
      lookOf(label, index, looks),
      `${label}: ${inDigits(data[index] ?? 0)} (${share}%)`,
    )
  })
  return slices.join('') + shares.join('') + empty + legend.join('')
}

/** Maximum number of departments that fit the page's width; the table has all of them. */
const mostBars = 12

function bar({ labels, datasets }: Chart, looks: MarkLooks): string {
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
      if (from === to) return ''
      const look = lookOf(datasets[series]?.label ?? '', series, looks)
      const [x, length, words] = [left + lengthOf(from), lengthOf(to - from), inDigits(to - from)]
      const label = fitsOnMark(words, length, thickness, fontSize)
        ? markLabel(x + length / 2, y + thickness / 2, words, look)
        : ''
      return `<rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(length)}" height="${rounded(thickness)}" fill="${fillOf(look)}" stroke="#FFFFFF" stroke-width="0.8"/>${label}`
    })
    const total = stack.at(-1)?.to ?? 0
    const middle = y + thickness / 2 + 3
    const words = text(left + lengthOf(total) + 4, middle, inDigits(total))
    return `${text(left - 6, middle, shortened(label), 'end')}${parts.join('')}${words}`
  })
  const legend = datasets.map(({ label }, index) =>
    key(left + index * 110, height - 14, lookOf(label, index, looks), label),
  )
  return bars.join('') + legend.join('')
}

function line({ labels, datasets }: Chart, looks: MarkLooks): string {
  const [left, top, bottom] = [34, 8, height - 22]
  const ticks = wholeTicks(Math.max(1, ...datasets.flatMap(({ data }) => data)))
  const most = ticks.at(-1) ?? 1
  const x = (index: number) => rounded(left + (index / Math.max(1, labels.length - 1)) * (width - left - 14))
  const y = (value: number) => rounded(bottom - (value / most) * (bottom - top))
  const grid = ticks.map(
    (value) =>
      `<line x1="${left}" y1="${y(value)}" x2="${width}" y2="${y(value)}" stroke="${paper.line}"/>${text(left - 5, y(value) + 3, inDigits(value), 'end')}`,
  )
  const curves = datasets.map(({ label, data }, index) => {
    const points = data.map((value, at) => `${x(at)},${y(value)}`).join(' ')
    return `<polyline points="${points}" fill="none" stroke="${lookOf(label, index, looks).colour}" stroke-width="1.6"/>`
  })
  const every = labelInterval(labels)
  // Counts from the end, so that the last label is always shown.
  const isShown = (index: number) => (labels.length - 1 - index) % every === 0
  const days = labels.map((label, index) => (isShown(index) ? text(x(index), height - 6, label, 'middle') : ''))
  return [...grid, ...curves, ...days].join('')
}

const inDigits = (value: number) => value.toLocaleString('pt-BR')

const lookOf = (name: string, index: number, looks: MarkLooks): MarkLook =>
  looks[name] ?? inTurn[index % inTurn.length] ?? { colour: paper.ink, ink: '#FFFFFF' }

const key = (x: number, y: number, look: MarkLook, label: string) =>
  `<rect x="${x}" y="${y}" width="9" height="9" fill="${fillOf(look)}"/>${text(x + 14, y + 8, label)}`

/** A number on a mark, on a ground in its colour where it is hatched. */
function markLabel(x: number, y: number, words: string, { colour, ink, isHatched }: MarkLook): string {
  const size = words.length * fontSize * 0.6 + 2
  const ground = isHatched
    ? `<rect x="${rounded(x - size / 2)}" y="${rounded(y - 5)}" width="${rounded(size)}" height="10" fill="${colour}"/>`
    : ''
  return `${ground}<text x="${rounded(x)}" y="${rounded(y + 2.8)}" font-size="${fontSize}" fill="${ink}" text-anchor="middle">${escaped(words)}</text>`
}

const text = (x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end' = 'start') =>
  `<text x="${rounded(x)}" y="${rounded(y)}" font-size="${fontSize}" fill="${paper.secondary}" text-anchor="${anchor}">${escaped(words)}</text>`

const shortened = (label: string) => (label.length > 32 ? `${label.slice(0, 31)}…` : label)
const escaped = (words: string) => words.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)

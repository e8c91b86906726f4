import { labelInterval, largestStack, wholeTicks } from '@malote/core/shared/chart-shapes.ts'

// Pixels.
const valuesWidth = 44
const labelsWidth = 160
const axisHeight = 30

interface Plot {
  chart: ChartData
  isLine: boolean
  isHorizontal: boolean
  width: number
  height: number
}

/** The layout of labels and values in a plot, in pixels. Horizontal bars have labels on the left and values below. */
export type ChartScale = ReturnType<typeof chartScale>

export function chartScale({ chart: { labels, datasets }, isLine, isHorizontal, width, height }: Plot) {
  const left = isHorizontal ? labelsWidth : valuesWidth
  // Room for half of the last value's text, or for the last dot.
  const right = width - (isHorizontal ? 12 : isLine ? 8 : 0)
  const [top, bottom] = [8, height - axisHeight]
  const [start, end] = isHorizontal ? [top, bottom] : [isLine ? left + 8 : left, right]
  // Lines start and end at the edges; each bar has a slot.
  const step = (end - start) / Math.max(1, isLine ? labels.length - 1 : labels.length)
  const first = isLine ? start : start + step / 2

  const most = isLine ? Math.max(0, ...datasets.flatMap(({ data }) => data)) : largestStack({ labels, datasets })
  const ticks = wholeTicks(most)
  const lengthOf = (value: number) => (value / (ticks.at(-1) ?? 1)) * (isHorizontal ? right - left : bottom - top)
  return {
    isHorizontal,
    box: { left, right, top, bottom },
    step,
    ticks,
    lengthOf,
    /** The centre of a label's slot, along the label axis. */
    placeOf: (index: number) => first + step * index,
    /** The index of the label at a position in pixels along its axis; null outside the labels. */
    labelAt(along: number) {
      const index = Math.round((along - first) / step)
      return labels[index] === undefined ? null : index
    },
    pointOf: (index: number, value: number) =>
      isHorizontal
        ? { x: left + lengthOf(value), y: first + step * index }
        : { x: first + step * index, y: bottom - lengthOf(value) },
    /** Shows every n-th label, so that labels do not overlap. */
    labelEvery: isHorizontal ? 1 : labelInterval(labels),
  }
}

/** Datasets with one number per label, as the dashboard and report endpoints return them (contract 3.20). */
export interface ChartData {
  labels: string[]
  datasets: { label: string; data: number[] }[]
}

export type ChartKind = 'bar' | 'line' | 'pie'

/** Props shared by all chart kinds. */
export interface ChartPlotProps {
  kind: ChartKind
  chart: ChartData
  tones?: ChartTones | undefined
  isHorizontal?: boolean | undefined
  /** A pie explains its slices. */
  hasLegend?: boolean | undefined
  /** Pixels. */
  height: number
  format: (value: number) => string
}

export const isEmptyChart = ({ datasets }: Partial<ChartData>) => !datasets?.some(({ data }) => data.some(Boolean))

/** Chart colours by meaning: those of the statuses, and the accent for everything else. */
export type ChartTone = 'accent' | 'pending' | 'progress' | 'success' | 'danger' | 'returned' | 'neutral'

export type ChartTones = Partial<Record<string, ChartTone>>

const inTurn: ChartTone[] = ['accent', 'pending', 'returned', 'success', 'progress', 'neutral']

/** The tone that `tones` gives the name, else the next in the fixed order. */
export const toneOf = (name: string, index: number, tones: ChartTones = {}): ChartTone =>
  tones[name] ?? inTurn[index % inTurn.length] ?? 'accent'

export const toneColor = (tone: ChartTone) => `var(--chart-${tone})`

/** The colour of text on a mark. */
export const toneInk = (tone: ChartTone) =>
  tone === 'pending' || tone === 'neutral' ? 'var(--on-chart-pale)' : 'var(--on-chart)'

/** The tones differ in lightness; red, which is as light as blue, is hatched, so that nobody needs to see hues. */
export const isHatched = (tone: ChartTone) => tone === 'danger'

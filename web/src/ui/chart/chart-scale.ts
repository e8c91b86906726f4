import { labelInterval, largestStack, wholeTicks } from '@malote/core/shared/chart-shapes.ts'
import type { ChartData } from './chart-data.ts'

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

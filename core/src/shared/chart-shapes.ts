/** Series of numbers, one for each label (contract 3.20). */
export interface ChartSeries {
  labels: readonly string[]
  datasets: readonly { label: string; data: readonly number[] }[]
}

const roundSteps = [1, 2, 2.5, 3, 4, 5, 6, 8, 10, 20]

/**
 * The ticks of a scale that begins at 0: whole numbers at round intervals, the last one not below `most`.
 *
 * @param most the largest value, >= 0
 * @param parts maximum number of parts that the ticks divide the scale into
 */
export function wholeTicks(most: number, parts = 4): number[] {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, most / parts)))
  const steps = roundSteps.map((step) => step * magnitude).filter(Number.isInteger)
  const step = steps.find((one) => one * parts >= most) ?? most
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Where each dataset's part of the stacked bar at a label begins and ends, in the unit of the numbers. */
export function stackAt({ datasets }: ChartSeries, label: number): { from: number; to: number }[] {
  let top = 0
  return datasets.map(({ data }) => {
    const from = top
    top += data[label] ?? 0
    return { from, to: top }
  })
}

/** The height of the largest bar of a stacked chart. */
export const largestStack = (chart: ChartSeries): number =>
  Math.max(0, ...chart.labels.map((_, label) => stackAt(chart, label).at(-1)?.to ?? 0))

/**
 * The outlines of a pie's slices as SVG paths, clockwise from the top; '' for a value of 0. All are '' when all values
 * are 0.
 */
export function pieSlices(values: readonly number[], x: number, y: number, radius: number): string[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  const at = (share: number) => {
    const angle = (share - 0.25) * 2 * Math.PI
    return `${rounded(x + radius * Math.cos(angle))} ${rounded(y + radius * Math.sin(angle))}`
  }
  let end = 0
  return values.map((value) => {
    if (value <= 0) return ''
    const start = end
    end += value / total
    // An SVG arc cannot end at its own starting point.
    if (value === total) return `M${at(0)} A${radius} ${radius} 0 0 1 ${at(0.5)} A${radius} ${radius} 0 0 1 ${at(0)} Z`
    // Nor at a point that is rounded to it, so the arc of a large slice has a point in its middle.
    const middle = end - start > 0.5 ? `A${radius} ${radius} 0 0 1 ${at((start + end) / 2)} ` : ''
    return `M${x} ${y} L${at(start)} ${middle}A${radius} ${radius} 0 0 1 ${at(end)} Z`
  })
}

/** The middle of each slice, where its label stands, and its share of the whole. */
export function sliceMiddles(values: readonly number[], x: number, y: number, radius: number) {
  const total = values.reduce((sum, value) => sum + value, 0)
  let end = 0
  return values.map((value) => {
    const share = total === 0 ? 0 : value / total
    const angle = (end + share / 2 - 0.25) * 2 * Math.PI
    end += share
    const distance = share === 1 ? 0 : radius * 0.64
    return { x: rounded(x + distance * Math.cos(angle)), y: rounded(y + distance * Math.sin(angle)), share }
  })
}

/** Width of a plot on the narrowest screen, in pixels, and approximate sizes of a label in it. */
const narrowestPlot = 270
const characterWidth = 6.2
const labelGap = 7

/**
 * Every how many labels the axis shows one. Chosen for the narrowest screen, so that the axis is the same on every
 * screen and on paper.
 */
export function labelInterval(labels: readonly string[]): number {
  const longest = Math.max(0, ...labels.map(({ length }) => length)) * characterWidth
  return Math.max(1, Math.ceil((longest + labelGap) / (narrowestPlot / Math.max(1, labels.length))))
}

/**
 * Whether a number fits on its mark.
 *
 * @param fontSize in the unit of width and height
 */
export const fitsOnMark = (words: string, width: number, height: number, fontSize: number) =>
  words.length * fontSize * 0.62 + fontSize * 0.4 <= width && fontSize * 1.25 <= height

/**
 * The stripes of marks that differ from others by more than their hue: their distance, and the width of each, in units
 * of the drawing; they rise by 45 degrees.
 */
export const hatch = { distance: 6, width: 1.8 } as const

/** Rounds to hundredths: more digits are not visible and make SVGs larger. */
export const rounded = (value: number) => Math.round(value * 100) / 100

import { fitsOnMark, stackAt } from '@malote/core/shared/chart-shapes.ts'
import type { ChartData } from './chart-data.ts'
import { MarkLabel, markFill } from './chart-marks.tsx'
import type { ChartScale } from './chart-scale.ts'
import type { ChartTone } from './chart-tones.ts'

interface ChartBarsProps {
  id: string
  chart: ChartData
  /** One for each dataset. */
  tones: readonly ChartTone[]
  scale: ChartScale
  format: (value: number) => string
}

// Pixels.
const thickest = 40
const fontSize = 11

/** One bar per label, with the datasets stacked, a gap between them and their numbers where there is room. */
export function ChartBars({ id, chart, tones, scale, format }: ChartBarsProps) {
  const { isHorizontal, lengthOf, pointOf, step } = scale
  const thickness = Math.min(thickest, step * 0.8)
  return chart.labels.map((label, index) =>
    stackAt(chart, index).map(({ from, to }, dataset) => {
      if (from === to) return null
      const tone = tones[dataset] ?? 'accent'
      const length = lengthOf(to - from)
      const { x, y } = pointOf(index, isHorizontal ? from : to)
      const shape = isHorizontal
        ? { x, y: y - thickness / 2, width: length, height: thickness }
        : { x: x - thickness / 2, y, width: thickness, height: length }
      const words = format(to - from)
      return (
        <g key={`${label} ${chart.datasets[dataset]?.label}`}>
          <rect {...shape} fill={markFill(tone, id)} stroke="var(--surface)" strokeWidth={1.5} />
          {fitsOnMark(words, shape.width, shape.height, fontSize) && (
            <MarkLabel x={shape.x + shape.width / 2} y={shape.y + shape.height / 2} tone={tone}>
              {words}
            </MarkLabel>
          )}
        </g>
      )
    }),
  )
}

import { stackAt } from '@malote/core/shared/chart-shapes.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartScale } from './chart-scale.ts'

interface ChartBarsProps {
  chart: ChartData
  colors: readonly string[]
  scale: ChartScale
}

const thickest = 40

/** One bar per label, with the datasets stacked. */
export function ChartBars({ chart, colors, scale }: ChartBarsProps) {
  const { isHorizontal, lengthOf, pointOf, step } = scale
  const thickness = Math.min(thickest, step * 0.8)
  return chart.labels.map((label, index) =>
    stackAt(chart, index).map(({ from, to }, dataset) => {
      if (from === to) return null
      const length = lengthOf(to - from)
      const { x, y } = pointOf(index, isHorizontal ? from : to)
      const shape = isHorizontal
        ? { x, y: y - thickness / 2, width: length, height: thickness }
        : { x: x - thickness / 2, y, width: thickness, height: length }
      return <rect key={`${label} ${chart.datasets[dataset]?.label}`} {...shape} fill={colors[dataset]} />
    }),
  )
}

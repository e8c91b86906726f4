import { rounded } from '@malote/core/shared/chart-shapes.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartScale } from './chart-scale.ts'

interface ChartLinesProps {
  chart: ChartData
  colors: readonly string[]
  scale: ChartScale
  /** Index of the label under the pointer. */
  pointed: number | null
}

const mostDots = 40

/** One line per dataset. */
export function ChartLines({ chart: { labels, datasets }, colors, scale, pointed }: ChartLinesProps) {
  return datasets.map(({ label, data }, dataset) => {
    const points = labels.map((_, index) => scale.pointOf(index, data[index] ?? 0))
    return (
      <g key={label} fill={colors[dataset]}>
        <polyline
          points={points.map(({ x, y }) => `${rounded(x)},${rounded(y)}`).join(' ')}
          fill="none"
          stroke={colors[dataset]}
          strokeWidth={2}
        />
        {points.map(({ x, y }, index) => {
          if (labels.length > mostDots && index !== pointed) return null
          return <circle key={labels[index]} cx={x} cy={y} r={index === pointed ? 5 : 3} />
        })}
      </g>
    )
  })
}

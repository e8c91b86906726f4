import { rounded } from '@malote/core/shared/chart-shapes.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartScale } from './chart-scale.ts'
import { type ChartTone, toneColor } from './chart-tones.ts'

interface ChartLinesProps {
  chart: ChartData
  tones: readonly ChartTone[]
  scale: ChartScale
  /** Index of the label under the pointer. */
  pointed: number | null
}

const mostDots = 40
const dashes = [undefined, '7 4', '2 4']

/** One line per dataset; the second and following ones are dashed, each in its own way. */
export function ChartLines({ chart: { labels, datasets }, tones, scale, pointed }: ChartLinesProps) {
  return datasets.map(({ label, data }, dataset) => {
    const points = labels.map((_, index) => scale.pointOf(index, data[index] ?? 0))
    return (
      <g key={label} fill={toneColor(tones[dataset] ?? 'accent')}>
        <polyline
          points={points.map(({ x, y }) => `${rounded(x)},${rounded(y)}`).join(' ')}
          fill="none"
          stroke={toneColor(tones[dataset] ?? 'accent')}
          strokeWidth={2}
          strokeDasharray={dashes[dataset % dashes.length]}
        />
        {points.map(({ x, y }, index) => {
          if (labels.length > mostDots && index !== pointed) return null
          return <circle key={labels[index]} cx={x} cy={y} r={index === pointed ? 5 : 3} />
        })}
      </g>
    )
  })
}

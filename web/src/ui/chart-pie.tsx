import { pieSlices } from '@malote/core/shared/chart-shapes.ts'
import { useState } from 'react'
import classes from './chart.module.css'
import type { ChartPlotProps } from './chart-data.ts'
import { ChartLegend } from './chart-legend.tsx'
import { toneColor } from './chart-tones.ts'
import { ChartTooltip } from './chart-tooltip.tsx'

const largest = 220

export function ChartPie({ chart, tones, height, format }: ChartPlotProps) {
  const [pointed, setPointed] = useState<{ index: number; x: number; y: number } | null>(null)
  const values = chart.datasets[0]?.data ?? []
  const sum = values.reduce((total, value) => total + value, 0)
  const slices = chart.labels.map((name, index) => {
    const value = values[index] ?? 0
    const share = sum === 0 ? '0%' : `${Math.round((100 * value) / sum)}%`
    return { name, value: format(value), share, color: toneColor(name, index, tones) }
  })
  const size = Math.min(height, largest)
  const shown = pointed && slices[pointed.index]
  return (
    <div className={classes.slices} style={{ minHeight: height }}>
      <div className={classes.pie}>
        <svg width={size} height={size} aria-hidden focusable="false" onPointerLeave={() => setPointed(null)}>
          {sum === 0 && <circle cx={size / 2} cy={size / 2} r={size / 2} fill="var(--line)" />}
          {pieSlices(values, size / 2, size / 2, size / 2).map((path, index) => (
            <path
              key={slices[index]?.name}
              d={path}
              fill={slices[index]?.color}
              stroke="var(--surface)"
              strokeWidth={2}
              onPointerMove={({ nativeEvent: { offsetX: x, offsetY: y } }) => setPointed({ index, x, y })}
            />
          ))}
        </svg>
        {pointed && shown && <ChartTooltip x={pointed.x} y={pointed.y} width={size} entries={[shown]} />}
      </div>
      <ChartLegend entries={slices} />
    </div>
  )
}

import { fitsOnMark, pieSlices, sliceMiddles } from '@malote/core/shared/chart-shapes.ts'
import { useId, useState } from 'react'
import classes from './chart.module.css'
import type { ChartPlotProps } from './chart-data.ts'
import { ChartLegend } from './chart-legend.tsx'
import { HatchDefs, MarkLabel, markFill } from './chart-marks.tsx'
import { toneOf } from './chart-tones.ts'
import { ChartTooltip } from './chart-tooltip.tsx'

// Pixels.
const largest = 240
const lineHeight = 14
const fontSize = 11
/** From which share on a slice has its name on it, and from which its share alone. */
const named = 0.16
const labelled = 0.05

/** A pie with its labels on the slices, and a legend for those that are too narrow. */
export function ChartPie({ chart, tones, hasLegend = true, height, format }: ChartPlotProps) {
  const id = useId()
  const [pointed, setPointed] = useState<{ index: number; x: number; y: number } | null>(null)
  const size = Math.min(height, largest)
  const values = chart.labels.map((_, index) => chart.datasets[0]?.data[index] ?? 0)
  const paths = pieSlices(values, size / 2, size / 2, size / 2)
  const middles = sliceMiddles(values, size / 2, size / 2, size / 2)
  const slices = chart.labels.map((name, index) => ({
    name,
    value: format(values[index] ?? 0),
    share: `${Math.round(100 * (middles[index]?.share ?? 0))}%`,
    tone: toneOf(name, index, tones),
  }))
  const shown = pointed && slices[pointed.index]
  return (
    <div className={classes.slices} style={{ minHeight: size }}>
      <div className={classes.pie}>
        <svg width={size} height={size} aria-hidden focusable="false" onPointerLeave={() => setPointed(null)}>
          <HatchDefs id={id} tones={slices.map(({ tone }) => tone)} />
          {paths.every((path) => path === '') && <circle cx={size / 2} cy={size / 2} r={size / 2} fill="var(--line)" />}
          {slices.map(({ name, tone }, index) => (
            <path
              key={name}
              d={paths[index]}
              fill={markFill(tone, id)}
              stroke="var(--surface)"
              strokeWidth={2}
              onPointerMove={({ nativeEvent: { offsetX: x, offsetY: y } }) => setPointed({ index, x, y })}
            />
          ))}
          {slices.map(({ name, tone, share }, index) => {
            const middle = middles[index]
            if (!middle || middle.share < labelled) return null
            const hasName = middle.share >= named && fitsOnMark(name, size * 0.42, size, fontSize)
            return (
              <g key={name}>
                {hasName && (
                  <MarkLabel x={middle.x} y={middle.y - lineHeight / 2} tone={tone}>
                    {name}
                  </MarkLabel>
                )}
                <MarkLabel x={middle.x} y={middle.y + (hasName ? lineHeight / 2 : 0)} tone={tone}>
                  {share}
                </MarkLabel>
              </g>
            )
          })}
        </svg>
        {pointed && shown && <ChartTooltip x={pointed.x} y={pointed.y} width={size} entries={[shown]} />}
      </div>
      {hasLegend && <ChartLegend entries={slices} />}
    </div>
  )
}

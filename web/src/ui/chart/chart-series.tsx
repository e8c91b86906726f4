import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useId, useState } from 'react'
import classes from './chart.module.css'
import { ChartAxes } from './chart-axes.tsx'
import { ChartBars } from './chart-bars.tsx'
import type { ChartPlotProps } from './chart-data.ts'
import { ChartLines } from './chart-lines.tsx'
import { HatchDefs } from './chart-marks.tsx'
import { chartScale } from './chart-scale.ts'
import { toneOf } from './chart-tones.ts'
import { ChartTooltip } from './chart-tooltip.tsx'

/** Bars or lines: labels on one axis, values on the other. */
export function ChartSeries({ kind, chart, isHorizontal = false, height, format, ...props }: ChartPlotProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [pointed, setPointed] = useState<number | null>(null)
  const isLine = kind === 'line'
  const scale = chartScale({ chart, isLine, isHorizontal, width, height })
  const { box, step, placeOf, labelAt } = scale
  const id = useId()
  const tones = chart.datasets.map(({ label }, index) => toneOf(label, index, props.tones))

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    setPointed(labelAt(isHorizontal ? event.clientY - top : event.clientX - left))
  }
  const leave = () => setPointed(null)
  const place = pointed === null ? 0 : placeOf(pointed)
  return (
    <div ref={ref} className={classes.series} style={{ ['--plot-height' as string]: `${height}px` }}>
      {width > 0 && (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          aria-hidden
          focusable="false"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={leave}
        >
          <HatchDefs id={id} tones={tones} />
          {pointed !== null && !isLine && (
            <rect
              {...(isHorizontal
                ? { x: box.left, y: place - step / 2, width: box.right - box.left, height: step }
                : { x: place - step / 2, y: box.top, width: step, height: box.bottom - box.top })}
              fill="var(--hover)"
            />
          )}
          <ChartAxes scale={scale} labels={chart.labels} format={format} />
          {isLine ? (
            <>
              {pointed !== null && <line x1={place} y1={box.top} x2={place} y2={box.bottom} stroke="var(--line)" />}
              <ChartLines {...{ chart, tones, scale, pointed }} />
            </>
          ) : (
            <ChartBars {...{ id, chart, tones, scale, format }} />
          )}
        </svg>
      )}
      {pointed !== null && (
        <ChartTooltip
          x={isHorizontal ? (box.left + box.right) / 2 : place}
          y={isHorizontal ? place : box.top}
          width={width}
          title={chart.labels[pointed]}
          entries={chart.datasets.map(({ label, data }, index) => ({
            name: label,
            tone: tones[index] ?? 'accent',
            value: format(data[pointed] ?? 0),
          }))}
        />
      )}
    </div>
  )
}

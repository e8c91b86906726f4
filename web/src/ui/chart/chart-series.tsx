import { fitsOnMark, rounded, stackAt } from '@malote/core/shared/chart-shapes.ts'
import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useId, useState } from 'react'
import classes from './chart.module.css'
import { ChartTooltip, HatchDefs, MarkLabel, markFill } from './chart-marks.tsx'
import type { ChartData, ChartPlotProps } from './chart-scale.ts'
import { type ChartScale, type ChartTone, chartScale, toneColor, toneOf } from './chart-scale.ts'

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
function ChartLines({ chart: { labels, datasets }, tones, scale, pointed }: ChartLinesProps) {
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
function ChartBars({ id, chart, tones, scale, format }: ChartBarsProps) {
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

interface ChartAxesProps {
  scale: ChartScale
  labels: readonly string[]
  format: (value: number) => string
}

const longestLabel = 24

/** Truncates long labels; the table has the full text. */
const shortened = (label: string) => (label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label)

/** Grid lines, values and labels. */
function ChartAxes({ scale, labels, format }: ChartAxesProps) {
  const { isHorizontal, box, ticks, lengthOf, placeOf, labelEvery } = scale
  const below = box.bottom + 20
  return (
    <g className={classes.axes}>
      {ticks.map((tick) => {
        const [x, y] = [box.left + lengthOf(tick), box.bottom - lengthOf(tick)]
        return isHorizontal ? (
          <g key={tick} textAnchor="middle">
            <line x1={x} y1={box.top} x2={x} y2={box.bottom} />
            <text x={x} y={below}>
              {format(tick)}
            </text>
          </g>
        ) : (
          <g key={tick} textAnchor="end">
            <line x1={box.left} y1={y} x2={box.right} y2={y} />
            <text x={box.left - 12} y={y + 4}>
              {format(tick)}
            </text>
          </g>
        )
      })}
      {labels.map((label, index) => {
        // Counts from the end, so that the last label, today, is always shown.
        if ((labels.length - 1 - index) % labelEvery !== 0) return null
        return isHorizontal ? (
          <text key={label} x={box.left - 12} y={placeOf(index) + 4} textAnchor="end">
            {shortened(label)}
          </text>
        ) : (
          <text key={label} x={placeOf(index)} y={below} textAnchor="middle">
            {label}
          </text>
        )
      })}
    </g>
  )
}

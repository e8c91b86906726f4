import classes from './chart.module.css'
import type { ChartScale } from './chart-scale.ts'

interface ChartAxesProps {
  scale: ChartScale
  labels: readonly string[]
  format: (value: number) => string
}

const longestLabel = 24

/** Truncates long labels; the table has the full text. */
const shortened = (label: string) => (label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label)

/** Grid lines, values and labels. */
export function ChartAxes({ scale, labels, format }: ChartAxesProps) {
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

import { Skeleton } from '@mantine/core'
import classes from './chart.module.css'
import type { ChartKind } from './chart-scale.ts'

/** Percent of the height or width. */
const bars = [38, 62, 46, 84, 55, 30, 70, 94, 48, 66]

interface ChartSkeletonProps {
  kind: ChartKind
  isHorizontal?: boolean
  /** Pixels. */
  height: number
}

/** Has the shape of the chart that comes. */
export function ChartSkeleton({ kind, isHorizontal = false, height }: ChartSkeletonProps) {
  if (kind === 'pie') return <Skeleton circle height={Math.min(height, 240)} mx="auto" />
  return (
    <div className={classes.waiting} data-horizontal={isHorizontal} style={{ height }}>
      {bars.map((size) => (
        <Skeleton key={size} {...(isHorizontal ? { height: 14, width: `${size}%` } : { height: `${size}%` })} />
      ))}
    </div>
  )
}

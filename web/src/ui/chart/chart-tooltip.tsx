import classes from './chart.module.css'
import { Swatch } from './chart-marks.tsx'
import type { ChartTone } from './chart-tones.ts'

interface ChartTooltipProps {
  /** In pixels within the plot; the tooltip opens to the side with more room. */
  x: number
  y: number
  width: number
  title?: string | undefined
  entries: { name: string; tone: ChartTone; value: string }[]
}

/** The values at the pointer. */
export function ChartTooltip({ x, y, width, title, entries }: ChartTooltipProps) {
  const isRight = x > width / 2
  return (
    <div className={classes.tooltip} style={{ top: y, [isRight ? 'right' : 'left']: (isRight ? width - x : x) + 12 }}>
      {title && <div className={classes.tooltipTitle}>{title}</div>}
      {entries.map(({ name, tone, value }) => (
        <div key={name} className={classes.tooltipEntry}>
          <Swatch tone={tone} />
          <span className={classes.name}>{name}</span>
          <span>{value}</span>
        </div>
      ))}
    </div>
  )
}

import { hatch } from '@malote/core/shared/chart-shapes.ts'
import classes from './chart.module.css'
import { type ChartTone, isHatched, toneColor, toneInk } from './chart-scale.ts'

/** Id of the stripes in an SVG; `id` makes it unique in the document. */
const hatchId = (id: string, tone: ChartTone) => `${id}-${tone}`

/** The fill of a mark: the colour of its tone, or its stripes, which `HatchDefs` defines under the same id. */
export const markFill = (tone: ChartTone, id: string) =>
  isHatched(tone) ? `url(#${hatchId(id, tone)})` : toneColor(tone)

/** The stripes of the hatched tones of a chart. */
export function HatchDefs({ id, tones }: { id: string; tones: readonly ChartTone[] }) {
  const { distance, width } = hatch
  return (
    <defs>
      {[...new Set(tones)].filter(isHatched).map((tone) => (
        <pattern
          key={tone}
          id={hatchId(id, tone)}
          width={distance}
          height={distance}
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width={distance} height={distance} fill={toneColor(tone)} />
          <rect width={width} height={distance} fill="var(--surface)" />
        </pattern>
      ))}
    </defs>
  )
}

interface MarkLabelProps {
  x: number
  y: number
  tone: ChartTone
  children: string
}

// Pixels.
const characterWidth = 7
const lineHeight = 15

/** Text on a mark; on stripes it has a ground of its own. */
export const MarkLabel = ({ x, y, tone, children }: MarkLabelProps) => {
  const width = children.length * characterWidth + 4
  return (
    <g className={classes.markLabel}>
      {isHatched(tone) && (
        <rect
          x={x - width / 2}
          y={y - lineHeight / 2}
          width={width}
          height={lineHeight}
          rx={3}
          fill={toneColor(tone)}
        />
      )}
      <text x={x} y={y} textAnchor="middle" dominantBaseline="central" fill={toneInk(tone)}>
        {children}
      </text>
    </g>
  )
}

/** The sample of a mark in legends. */
export const Swatch = ({ tone }: { tone: ChartTone }) => (
  <span className={classes.dot} data-hatched={isHatched(tone)} style={{ backgroundColor: toneColor(tone) }} />
)

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
      {title && <div className="medium mb-4">{title}</div>}
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

import { hatch } from '@malote/core/shared/chart-shapes.ts'
import classes from './chart.module.css'
import { type ChartTone, isHatched, toneColor, toneInk } from './chart-tones.ts'

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

/** Text on a mark, with a halo in its colour, so that stripes do not disturb it. */
export const MarkLabel = ({ x, y, tone, children }: MarkLabelProps) => (
  <text
    x={x}
    y={y}
    className={classes.markLabel}
    textAnchor="middle"
    dominantBaseline="central"
    fill={toneInk(tone)}
    stroke={toneColor(tone)}
  >
    {children}
  </text>
)

/** The sample of a mark in legends. */
export const Swatch = ({ tone }: { tone: ChartTone }) => (
  <span className={classes.dot} data-hatched={isHatched(tone)} style={{ backgroundColor: toneColor(tone) }} />
)

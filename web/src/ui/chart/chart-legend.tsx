import classes from './chart.module.css'
import { Swatch } from './chart-marks.tsx'
import type { ChartTone } from './chart-tones.ts'

interface LegendEntry {
  name: string
  tone: ChartTone
  value?: string
  share?: string
}

/** Maps marks to names; for pie slices it also shows the values. */
export function ChartLegend({ entries }: { entries: LegendEntry[] }) {
  return (
    <ul className={classes.legend} data-with-values={entries.some(({ value }) => value !== undefined)}>
      {entries.map(({ name, tone, value, share }) => (
        <li key={name} className={classes.entry}>
          <Swatch tone={tone} />
          <span className={classes.name}>{name}</span>
          {value !== undefined && <span className={classes.value}>{value}</span>}
          {share !== undefined && <span className={classes.share}>{share}</span>}
        </li>
      ))}
    </ul>
  )
}

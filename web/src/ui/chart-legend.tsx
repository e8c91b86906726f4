import classes from './chart.module.css'

interface LegendEntry {
  name: string
  color: string
  value?: string
  share?: string
}

/** Maps colours to names; for pie slices it also shows the values. */
export function ChartLegend({ entries }: { entries: LegendEntry[] }) {
  return (
    <ul className={classes.legend} data-with-values={entries.some(({ value }) => value !== undefined)}>
      {entries.map(({ name, color, value, share }) => (
        <li key={name} className={classes.entry}>
          <span className={classes.dot} style={{ background: color }} />
          <span className={classes.name}>{name}</span>
          {value !== undefined && <span className={classes.value}>{value}</span>}
          {share !== undefined && <span className={classes.share}>{share}</span>}
        </li>
      ))}
    </ul>
  )
}

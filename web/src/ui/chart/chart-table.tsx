import classes from './chart.module.css'
import type { ChartData } from './chart-data.ts'

interface ChartTableProps {
  title: string
  chart: ChartData
  /** Heading of the label column: 'Dia', 'Departamento'. */
  labelHeading: string
  format: (value: number) => string
}

/** The numbers of a chart as a table, for screen readers and for users who prefer it. */
export function ChartTable({ title, chart, labelHeading, format }: ChartTableProps) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{labelHeading}</th>
          {chart.datasets.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.labels.map((label, index) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {chart.datasets.map((dataset) => (
              <td key={dataset.label}>{format(dataset.data[index] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

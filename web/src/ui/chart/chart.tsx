import { fitsOnMark, pieSlices, sliceMiddles } from '@malote/core/shared/chart-shapes.ts'
import { Button } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import classes from './chart.module.css'
import { ChartTooltip, HatchDefs, MarkLabel, markFill, Swatch } from './chart-marks.tsx'
import type { ChartData, ChartKind, ChartPlotProps } from './chart-scale.ts'
import { type ChartTone, type ChartTones, toneOf } from './chart-scale.ts'
import { ChartSeries } from './chart-series.tsx'

interface ChartProps {
  /** A pie shows the first dataset, with one slice per label. */
  kind: ChartKind
  chart: ChartData
  /** Caption of the table. */
  title: string
  /** Heading of the table's label column: 'Dia', 'Departamento'. */
  labelHeading: string
  /** Colours by dataset name; in a pie, by label. */
  tones?: ChartTones
  /** Draws horizontal bars, for long labels. */
  isHorizontal?: boolean
  /** The numbers are in a table beside the chart, so it needs none of its own, and a pie no legend. */
  isTableBeside?: boolean
  /** Pixels. */
  height?: number
  format?: (value: number) => string
}

/** A chart that is a table at the press of a button. For screen readers it is a figure with a name, until then. */
export function Chart({ height = 280, format = formatNumber, isTableBeside = false, ...props }: ChartProps) {
  const [isTable, setTable] = useState(false)
  const { kind, title, chart, labelHeading, tones } = props
  const hasLegend = !isTable && kind !== 'pie' && chart.datasets.length > 1
  const table = <ChartTable title={title} chart={chart} labelHeading={labelHeading} format={format} />
  return (
    <figure className={classes.figure} aria-label={title}>
      <div className={classes.head}>
        {hasLegend && (
          <ChartLegend
            entries={chart.datasets.map(({ label }, index) => ({ name: label, tone: toneOf(label, index, tones) }))}
          />
        )}
        {!isTableBeside && (
          <Button
            className={classes.toggle}
            variant="subtle"
            size="compact-sm"
            leftSection={isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'Ver como gráfico' : 'Ver como tabela'}
          </Button>
        )}
      </div>
      {isTable ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the scroll area reachable by keyboard
        <div className={classes.scroll} tabIndex={0}>
          {table}
        </div>
      ) : (
        <div className="numbers shrink" aria-hidden>
          <ChartPlot {...props} hasLegend={!isTableBeside} height={height} format={format} />
        </div>
      )}
    </figure>
  )
}

/** The graphic of a chart. It has no focusable elements, because a table has the same numbers. */
const ChartPlot = (props: ChartPlotProps) =>
  props.kind === 'pie' ? <ChartPie {...props} /> : <ChartSeries {...props} />

interface ChartTableProps {
  title: string
  chart: ChartData
  /** Heading of the label column: 'Dia', 'Departamento'. */
  labelHeading: string
  format: (value: number) => string
}

/** The numbers of a chart as a table, for screen readers and for users who prefer it. */
function ChartTable({ title, chart, labelHeading, format }: ChartTableProps) {
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

// Pixels.
const largest = 240
const lineHeight = 14
const fontSize = 11
/** From which share on a slice has its name on it, and from which its share alone. */
const named = 0.16
const labelled = 0.05

/** A pie with its labels on the slices, and a legend for those that are too narrow. */
function ChartPie({ chart, tones, hasLegend = true, height, format }: ChartPlotProps) {
  const id = useId()
  const [pointed, setPointed] = useState<{ index: number; x: number; y: number } | null>(null)
  const size = Math.min(height, largest)
  const values = chart.labels.map((_, index) => chart.datasets[0]?.data[index] ?? 0)
  const paths = pieSlices(values, size / 2, size / 2, size / 2)
  const middles = sliceMiddles(values, size / 2, size / 2, size / 2)
  const slices = chart.labels.map((name, index) => ({
    name,
    value: format(values[index] ?? 0),
    share: `${Math.round(100 * (middles[index]?.share ?? 0))}%`,
    tone: toneOf(name, index, tones),
  }))
  const shown = pointed && slices[pointed.index]
  return (
    <div className={classes.slices} style={{ minHeight: size }}>
      <div className={classes.pie}>
        <svg width={size} height={size} aria-hidden focusable="false" onPointerLeave={() => setPointed(null)}>
          <HatchDefs id={id} tones={slices.map(({ tone }) => tone)} />
          {paths.every((path) => path === '') && <circle cx={size / 2} cy={size / 2} r={size / 2} fill="var(--line)" />}
          {slices.map(({ name, tone }, index) => (
            <path
              key={name}
              d={paths[index]}
              fill={markFill(tone, id)}
              stroke="var(--surface)"
              strokeWidth={2}
              onPointerMove={({ nativeEvent: { offsetX: x, offsetY: y } }) => setPointed({ index, x, y })}
            />
          ))}
          {slices.map(({ name, tone, share }, index) => {
            const middle = middles[index]
            if (!middle || middle.share < labelled) return null
            const hasName = middle.share >= named && fitsOnMark(name, size * 0.42, size, fontSize)
            return (
              <g key={name}>
                {hasName && (
                  <MarkLabel x={middle.x} y={middle.y - lineHeight / 2} tone={tone}>
                    {name}
                  </MarkLabel>
                )}
                <MarkLabel x={middle.x} y={middle.y + (hasName ? lineHeight / 2 : 0)} tone={tone}>
                  {share}
                </MarkLabel>
              </g>
            )
          })}
        </svg>
        {pointed && shown && <ChartTooltip x={pointed.x} y={pointed.y} width={size} entries={[shown]} />}
      </div>
      {hasLegend && <ChartLegend entries={slices} />}
    </div>
  )
}

interface LegendEntry {
  name: string
  tone: ChartTone
  value?: string
  share?: string
}

/** Maps marks to names; for pie slices it also shows the values. */
function ChartLegend({ entries }: { entries: LegendEntry[] }) {
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

import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart, PieChart } from '@mantine/charts'
import classes from './chart.module.css'
import type { ChartData, ChartKind } from './chart-data.ts'
import { ChartLegend } from './chart-legend.tsx'
import { type ChartTone, toneColor } from './chart-tones.ts'

interface ChartPlotProps {
  kind: ChartKind
  chart: ChartData
  tones?: Partial<Record<string, ChartTone>>
  isStacked?: boolean
  isHorizontal?: boolean
  height: number
  format: (value: number) => string
}

/** The picture of a chart. Nothing in it takes the focus: its numbers are in the table beside it. */
export default function ChartPlot(props: ChartPlotProps) {
  return props.kind === 'pie' ? <Slices {...props} /> : <Series {...props} />
}

function Slices({ chart, tones, height, format }: ChartPlotProps) {
  const values = chart.datasets[0]?.data ?? []
  const sum = values.reduce((total, value) => total + value, 0)
  const slices = chart.labels.map((name, index) => {
    const value = values[index] ?? 0
    return { name, value, color: toneColor(name, index, tones) }
  })
  const share = (value: number) => (sum === 0 ? '0%' : `${Math.round((100 * value) / sum)}%`)
  const size = Math.min(height, 220)
  return (
    <div className={classes.slices} style={{ minHeight: height }}>
      <PieChart
        className={classes.pie}
        size={size}
        data={sum === 0 ? [{ name: '', value: 1, color: 'var(--line)' }] : slices.filter(({ value }) => value > 0)}
        pieProps={{ rootTabIndex: -1 }}
        strokeColor="var(--surface)"
        strokeWidth={2}
        withTooltip={sum > 0}
        tooltipDataSource="segment"
        valueFormatter={format}
        accessibilityLayer={false}
      />
      <ChartLegend
        entries={slices.map((slice) => ({ ...slice, value: format(slice.value), share: share(slice.value) }))}
      />
    </div>
  )
}

const longestLabel = 24

/** On one line, whatever it is: two lines would lie upon those of the neighbours. The table has the whole of it. */
const shortened = (label: string) =>
  (label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label).replaceAll(' ', '\u00a0')

function Series({ kind, chart, tones, isStacked, isHorizontal, height, format }: ChartPlotProps) {
  // A dataset's label may hold a dot, which the library would read as a path.
  const series = chart.datasets.map(({ label }, index) => ({
    name: `s${index}`,
    label,
    color: toneColor(label, index, tones),
  }))
  const data = chart.labels.map((label, at) => ({
    label,
    ...Object.fromEntries(chart.datasets.map((dataset, index) => [`s${index}`, dataset.data[at] ?? 0])),
  }))
  const common = {
    h: height,
    data,
    dataKey: 'label',
    series,
    valueFormatter: format,
    accessibilityLayer: false,
    gridColor: 'var(--line)',
    textColor: 'var(--ink-soft)',
    strokeDasharray: '0',
    tickLine: 'none' as const,
  }
  if (kind === 'line') {
    return (
      <LineChart
        {...common}
        xAxisProps={{ minTickGap: 16, padding: { left: 8, right: 8 } }}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        curveType="linear"
        strokeWidth={2}
        withDots={data.length <= 40}
        dotProps={{ r: 3, strokeWidth: 0 }}
        activeDotProps={{ r: 5, strokeWidth: 0 }}
      />
    )
  }
  return (
    <BarChart
      {...common}
      type={isStacked ? 'stacked' : 'default'}
      orientation={isHorizontal ? 'vertical' : 'horizontal'}
      gridAxis={isHorizontal ? 'y' : 'x'}
      xAxisProps={isHorizontal ? { allowDecimals: false } : { minTickGap: 16 }}
      yAxisProps={
        isHorizontal ? { width: 160, interval: 0, tickFormatter: shortened } : { allowDecimals: false, width: 44 }
      }
      maxBarWidth={40}
      cursorFill="var(--hover)"
      barProps={{ radius: isStacked ? 0 : isHorizontal ? [0, 3, 3, 0] : [3, 3, 0, 0] }}
    />
  )
}

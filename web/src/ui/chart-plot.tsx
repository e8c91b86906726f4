import type { ChartPlotProps } from './chart-data.ts'
import { ChartPie } from './chart-pie.tsx'
import { ChartSeries } from './chart-series.tsx'

/** The picture of a chart. Nothing in it takes the focus: its numbers are in the table beside it. */
export const ChartPlot = (props: ChartPlotProps) =>
  props.kind === 'pie' ? <ChartPie {...props} /> : <ChartSeries {...props} />

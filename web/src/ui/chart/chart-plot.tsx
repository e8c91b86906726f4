import type { ChartPlotProps } from './chart-data.ts'
import { ChartPie } from './chart-pie.tsx'
import { ChartSeries } from './chart-series.tsx'

/** The graphic of a chart. It has no focusable elements, because a table has the same numbers. */
export const ChartPlot = (props: ChartPlotProps) =>
  props.kind === 'pie' ? <ChartPie {...props} /> : <ChartSeries {...props} />

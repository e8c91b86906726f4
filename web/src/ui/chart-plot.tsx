import type { ChartData, ChartKind } from './chart-data.ts'
import { ChartPie } from './chart-pie.tsx'
import { ChartSeries } from './chart-series.tsx'
import type { ChartTone } from './chart-tones.ts'

export interface ChartPlotProps {
  kind: ChartKind
  chart: ChartData
  tones?: Partial<Record<string, ChartTone>> | undefined
  isHorizontal?: boolean | undefined
  /** Pixels. */
  height: number
  format: (value: number) => string
}

/** The picture of a chart. Nothing in it takes the focus: its numbers are in the table beside it. */
export const ChartPlot = (props: ChartPlotProps) =>
  props.kind === 'pie' ? <ChartPie {...props} /> : <ChartSeries {...props} />

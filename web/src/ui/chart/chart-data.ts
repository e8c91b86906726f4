import type { ChartTones } from './chart-tones.ts'

/** Datasets with one number per label, as the dashboard and report endpoints return them (contract 3.20). */
export interface ChartData {
  labels: string[]
  datasets: { label: string; data: number[] }[]
}

export type ChartKind = 'bar' | 'line' | 'pie'

/** Props shared by all chart kinds. */
export interface ChartPlotProps {
  kind: ChartKind
  chart: ChartData
  tones?: ChartTones | undefined
  isHorizontal?: boolean | undefined
  /** A pie explains its slices. */
  hasLegend?: boolean | undefined
  /** Pixels. */
  height: number
  format: (value: number) => string
}

export const isEmptyChart = ({ datasets }: Partial<ChartData>) => !datasets?.some(({ data }) => data.some(Boolean))

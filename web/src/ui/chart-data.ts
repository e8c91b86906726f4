import type { ChartTone } from './chart-tones.ts'

/** Series of numbers, one for each label: what the dashboard and the reports answer with (contract 3.20). */
export interface ChartData {
  labels: string[]
  datasets: { label: string; data: number[] }[]
}

export type ChartKind = 'bar' | 'line' | 'pie'

/** What a picture is drawn from. */
export interface ChartPlotProps {
  kind: ChartKind
  chart: ChartData
  tones?: Partial<Record<string, ChartTone>> | undefined
  isHorizontal?: boolean | undefined
  /** Pixels. */
  height: number
  format: (value: number) => string
}

export const isEmptyChart = ({ datasets }: Partial<ChartData>) => !datasets?.some(({ data }) => data.some(Boolean))

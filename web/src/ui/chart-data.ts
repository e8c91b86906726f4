/** Series of numbers, one for each label: what the dashboard and the reports answer with (contract 3.20). */
export interface ChartData {
  labels: string[]
  datasets: { label: string; data: number[] }[]
}

export type ChartKind = 'bar' | 'line' | 'pie'

export const isEmptyChart = ({ datasets }: Partial<ChartData>) => !datasets?.some(({ data }) => data.some(Boolean))

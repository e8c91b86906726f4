import type { ReportType } from '@malote/core/reports/report.ts'
import type { ChartKind, ChartTone } from '../../ui/chart/chart-scale.ts'

/** The kind of chart of each report (contract 2.11.3). */
export const chartKinds: Record<ReportType, ChartKind> = {
  status: 'pie',
  department: 'bar',
  time: 'line',
  return: 'pie',
}

/** In the return report, on time is green, overdue is red and the rest is grey (contract 2.11.4). */
export const returnTone = (label: string): ChartTone => {
  const word = label.toLowerCase()
  if (word.includes('prazo')) return 'success'
  return word.includes('atrasados') ? 'danger' : 'neutral'
}

import type { ReportType } from '@malote/core/reports/report.ts'
import type { ChartKind } from '../../documents/chart-svg.ts'

/** Contract 2.11.3: pie for status and return, bar for department, line for time. */
export const chartKindOf: Record<ReportType, ChartKind> = {
  status: 'pie',
  return: 'pie',
  department: 'bar',
  time: 'line',
}

/**
 * Categories with a meaning have the colours of the screen (contract 2.11.4: on time green, late red, the rest grey).
 */
export const reportColours: Record<string, string> = {
  Pendente: '#B98224',
  'Em andamento': '#1B4F9C',
  Concluído: '#1D6B3C',
  Cancelado: '#9F2A22',
  'No prazo': '#1D6B3C',
  Atrasados: '#9F2A22',
  Pendentes: '#7D8B8D',
}

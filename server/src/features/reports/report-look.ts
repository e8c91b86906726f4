import type { ReportType } from '@malote/core/reports/report.ts'
import type { ChartKind, MarkLook, MarkLooks } from '../../platform/exports/chart-svg.ts'
import { paper } from '../../platform/exports/pdf.ts'

/** Contract 2.11.3: pie for status and return, bar for department, line for time. */
export const chartKindOf: Record<ReportType, ChartKind> = {
  status: 'pie',
  return: 'pie',
  department: 'bar',
  time: 'line',
}

const amber: MarkLook = { colour: '#C5851A', ink: paper.ink }
const blue: MarkLook = { colour: '#2F66BD', ink: '#FFFFFF' }
const green: MarkLook = { colour: '#14532D', ink: '#FFFFFF' }
const red: MarkLook = { colour: '#B8392F', ink: '#FFFFFF', isHatched: true }
const grey: MarkLook = { colour: '#879496', ink: paper.ink }

/**
 * Categories with a meaning have the colours and stripes of the screen (contract 2.11.4: on time green, late red, the
 * rest grey). They differ in lightness, for readers who cannot tell the hues apart and for printers without colour.
 */
export const reportLooks: MarkLooks = {
  Pendente: amber,
  'Em andamento': blue,
  Concluído: green,
  Cancelado: red,
  'No prazo': green,
  Atrasados: red,
  Pendentes: grey,
}

import { type Report, type ReportType, reportTypeLabels } from '@malote/core/reports/report.ts'
import { chartOf, type ReportTableRow, reportTable } from '@malote/core/reports/report-table.ts'
import { timeBuckets } from '@malote/core/reports/time-buckets.ts'
import { type Period, periodLabels } from '@malote/core/shared/period.ts'
import {
  dateCell,
  makeSpreadsheet,
  numberCell,
  shareCell,
  type TableSheet,
  textCell,
} from '../../platform/exports/spreadsheet.ts'
import type { ExportedReport, ReportHead } from './report-head.ts'

/**
 * The report as a workbook: its numbers, the four figures, and the filters. Numbers and dates are typed cells, not
 * text.
 */
export const reportSpreadsheet = ({ report, type, period, head }: ExportedReport): Promise<Buffer> =>
  makeSpreadsheet([numbers(report, type, period, head), summary(report, head), asked(type, period, head)])

function numbers(report: Report, type: ReportType, period: Period, { days }: ReportHead): TableSheet {
  const { columns, rows, total, hasShare } = reportTable(chartOf(report, type), type)
  const buckets = type === 'time' ? timeBuckets(period, days.to) : []
  const line = ({ label, values }: ReportTableRow, index?: number) => {
    const bucket = index === undefined ? undefined : buckets[index]
    return [
      bucket ? dateCell(bucket.from) : textCell(label),
      ...values.map((value, at) => (hasShare && at === values.length - 1 ? shareCell(value) : numberCell(value))),
    ]
  }
  return {
    name: 'Dados Detalhados',
    columns: columns.map((header, index) => ({ header, width: index === 0 ? 36 : 14 })),
    rows: rows.map(line),
    ...(total && { total: line(total) }),
  }
}

function summary({ summary }: Report, { figures }: ReportHead): TableSheet {
  const { totalProtocols, activeProtocols, completedProtocols, averageCompletionTime } = summary
  const cells = [
    ...[totalProtocols, activeProtocols, completedProtocols].map((count) => numberCell(count)),
    averageCompletionTime === null ? textCell('–') : numberCell(averageCompletionTime, '#,##0.0'),
  ]
  return {
    name: 'Resumo',
    columns: [
      { header: 'Indicador', width: 36 },
      { header: 'Valor', width: 14 },
    ],
    rows: [
      ...figures.map(([name], index) => [textCell(name), cells[index] ?? textCell('')]),
      [textCell('Cancelados'), numberCell(summary.canceledProtocols)],
    ],
  }
}

const asked = (
  type: ReportType,
  period: Period,
  { days, filters, footnote, organisation }: ReportHead,
): TableSheet => ({
  name: 'Filtros',
  columns: [
    { header: 'Filtro', width: 24 },
    { header: 'Valor', width: 40 },
  ],
  rows: [
    [textCell('Organização'), textCell(organisation)],
    [textCell('Tipo de Relatório'), textCell(reportTypeLabels[type])],
    [textCell('Departamento'), textCell(filters.find(([name]) => name === 'Departamento')?.[1])],
    [textCell('Período'), textCell(periodLabels[period])],
    [textCell('De'), dateCell(days.from)],
    [textCell('Até'), dateCell(days.to)],
    [textCell('Emissão'), textCell(footnote)],
  ],
})

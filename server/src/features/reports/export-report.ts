import type { Readable } from 'node:stream'
import { type Report, type ReportExport, type ReportType, reportTypeLabels } from '@malote/core/reports/report.ts'
import { chartOf, type ReportTableRow, reportTable } from '@malote/core/reports/report-table.ts'
import { timeBuckets } from '@malote/core/reports/time-buckets.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { type Period, periodLabels, periodRange } from '@malote/core/shared/period.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { scopeOf } from '../../domain/visibility/visible-to.ts'
import {
  dateCell,
  makeSpreadsheet,
  numberCell,
  shareCell,
  type TableSheet,
  textCell,
} from '../../platform/exports/spreadsheet.ts'
import { streamedFile } from '../../platform/exports/streamed-file.ts'
import type { App } from '../../platform/http/fastify.ts'
import type { OrgLogo } from '../config/public.ts'
import { protocolsCsv } from './protocols-csv.ts'
import { readReport } from './read-report.ts'
import { type ExportedReport, type ReportHead, reportHead } from './report-head.ts'
import type { reportPdf } from './report-pdf.ts'

const fileWords: Record<ReportType, string> = {
  status: 'status',
  department: 'departamentos',
  time: 'periodos',
  return: 'retornos',
}

// Created in another thread, because they take about a tenth of a second of CPU time.
const pdf = new URL('./report-pdf.ts', import.meta.url)
const spreadsheet = new URL('./report-spreadsheet.ts', import.meta.url)

/** A file for download. */
export interface ExportedFile {
  name: string
  contentType: string
  content: Buffer | Readable
  /** Number of rows, if the content is a stream. */
  rows?: number
}

/**
 * The report as a PDF or a workbook, or its protocols as CSV (contract 7.6.4).
 *
 * @param logo for the letterhead
 * @param signal aborts the work when the client has disconnected
 */
export async function exportReport(
  app: App,
  viewer: Viewer,
  asked: ReportExport,
  { logo, signal }: { logo: OrgLogo | null; signal: AbortSignal },
): Promise<ExportedFile> {
  const { exportDb: db, settings } = app
  const [now, timeZone] = [app.now(), settings.APP_TIMEZONE]
  const today = civilDateIn(now, timeZone)
  const report = await readReport(db, viewer, asked, now, timeZone)
  if (asked.format === 'csv') {
    const lines = protocolsCsv(db, scopeOf(viewer, asked.department), periodRange(asked.period, today), timeZone)
    return {
      name: `protocolos-${today}.csv`,
      contentType: 'text/csv; charset=utf-8',
      content: streamedFile(lines),
      rows: report.summary.totalProtocols,
    }
  }

  const head = reportHead(report, {
    filter: asked,
    department: await departmentName(app, asked.department),
    viewerName: viewer.name,
    organisation: settings.ORG_NAME ?? 'Malote',
    logo: logo && `data:${logo.contentType};base64,${logo.content.toString('base64')}`,
    now,
    timeZone,
  })
  const name = `relatorio-${fileWords[asked.type]}-${today}`
  const exported = { report, type: asked.type, period: asked.period, head }
  if (asked.format === 'pdf') {
    return {
      name: `${name}.pdf`,
      contentType: 'application/pdf',
      content: await app.threads.run<typeof reportPdf>(pdf, 'reportPdf', exported, signal),
    }
  }
  return {
    name: `${name}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: await app.threads.run<typeof reportSpreadsheet>(spreadsheet, 'reportSpreadsheet', exported, signal),
  }
}

async function departmentName({ exportDb: db }: App, id: number | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined
  const found = await db.selectFrom('departments').select('name').where('id', '=', id).executeTakeFirst()
  return found?.name
}

/**
 * The report as a workbook: its numbers, the four figures, and the filters. Numbers and dates are typed cells, not
 * text.
 */
const reportSpreadsheet = ({ report, type, period, head }: ExportedReport): Promise<Buffer> =>
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

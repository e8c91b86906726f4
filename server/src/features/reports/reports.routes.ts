import type { Readable } from 'node:stream'
import { type ReportExport, type ReportType, report, reportExport, reportFilter } from '@malote/core/reports/report.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { periodRange } from '@malote/core/shared/period.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { scopeOf } from '../../domain/visibility/visible-to.ts'
import { streamedFile } from '../../platform/exports/streamed-file.ts'
import type { App } from '../../platform/http/fastify.ts'
import { recordExport } from '../audit/public.ts'
import { type OrgLogo, readOrgLogo } from '../config/org-logo.ts'
import { protocolsCsv } from './protocols-csv.ts'
import { readReport } from './read-report.ts'
import { reportHead } from './report-head.ts'
import type { reportPdf } from './report-pdf.ts'
import type { reportSpreadsheet } from './report-spreadsheet.ts'

/** Reports on what the viewer may see. */
export async function reportsRoutes(app: App) {
  const logo = await readOrgLogo(app.settings.ORG_LOGO)

  app.get(
    '/api/reports',
    { config: { access: 'signed-in' }, schema: { querystring: reportFilter, response: { 200: report } } },
    ({ viewer, query }) => readReport(app.replicaOrPrimary, viewer, query, app.now(), app.settings.APP_TIMEZONE),
  )

  app.get(
    '/api/reports/export',
    { config: { access: 'signed-in', work: 'export', isLong: true }, schema: { querystring: reportExport } },
    async ({ viewer, query, signal }, reply) => {
      const { name, contentType, content, rows } = await exportReport(app, viewer, query, { logo, signal })
      await recordExport(app.db, viewer, 'report', { ...query, ...(rows !== undefined && { rows }) })
      return reply
        .type(contentType)
        .headers({
          'content-disposition': `attachment; filename="${name}"`,
          ...(rows !== undefined && { 'x-total-rows': String(rows) }),
        })
        .send(content)
    },
  )
}

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
async function exportReport(
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

import { report, reportExport, reportFilter } from '@malote/core/reports/report.ts'
import type { App } from '../../platform/http/fastify.ts'
import { recordExport } from '../audit/public.ts'
import { readOrgLogo } from '../config/public.ts'
import { exportReport } from './export-report.ts'
import { readReport } from './read-report.ts'

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

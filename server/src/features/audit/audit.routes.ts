import { auditPageWire } from '@malote/core/audit/audit-event.ts'
import { auditExportFilter, auditFilter, mostAuditExported } from '@malote/core/audit/audit-filter.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { streamedFile } from '../../platform/exports/streamed-file.ts'
import type { App } from '../../platform/http/fastify.ts'
import { countAudit, listAudit } from './audit.queries.ts'
import { auditCsv } from './audit-csv.ts'
import { recordExport } from './record-audit.ts'

/** The audit, for Admins to read (contract 18.32, 18.33). There is no call that changes it. */
export async function auditRoutes(app: App) {
  const { APP_TIMEZONE: timeZone } = app.settings

  app.get(
    '/api/audit',
    { config: { access: canAdminister }, schema: { querystring: auditFilter, response: { 200: auditPageWire } } },
    ({ query }) => listAudit(app.db, query, timeZone),
  )

  app.get(
    '/api/audit/export',
    { config: { access: canAdminister, work: 'export' }, schema: { querystring: auditExportFilter } },
    async ({ viewer, query: filter }, reply) => {
      const scope = { filter, timeZone }
      // Counted before the export is recorded, so that the list does not begin with itself.
      const { total: rows, newest } = await countAudit(app.exportDb, scope, mostAuditExported)
      await recordExport(app.db, viewer, 'audit', { format: 'csv', rows, ...filter })
      return reply
        .type('text/csv; charset=utf-8')
        .headers({
          'content-disposition': `attachment; filename="auditoria-${civilDateIn(app.now(), timeZone)}.csv"`,
          'x-total-rows': `${rows}`,
        })
        .send(streamedFile(auditCsv(app.exportDb, scope, newest)))
    },
  )
}

import { auditPageWire } from '@malote/core/audit/audit-event.ts'
import { auditExportFilter, auditFilter, mostAuditExported } from '@malote/core/audit/audit-filter.ts'
import { auditSubjectWords, auditWords, fieldsInWords } from '@malote/core/audit/audit-words.ts'
import { civilDateIn, inPortuguese } from '@malote/core/shared/civil-date.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { Db } from '../../platform/db/connect.ts'
import { csvBatch, csvBeginning, csvLines } from '../../platform/exports/csv.ts'
import { streamedFile } from '../../platform/exports/streamed-file.ts'
import type { App } from '../../platform/http/fastify.ts'
import {
  type AuditCursor,
  type AuditScope,
  countAudit,
  type ListedEvent,
  listAudit,
  readAudit,
} from './audit.queries.ts'
import { recordExport } from './record-audit.ts'

/** The audit, for Admins to read (contract 18.32, 18.33). There is no call that changes it. */
export async function auditRoutes(app: App) {
  const { APP_TIMEZONE: timeZone } = app.settings

  app.get(
    '/api/audit',
    { config: { access: canAdminister }, schema: { querystring: auditFilter, response: { 200: auditPageWire } } },
    async ({ query }) => {
      await app.refusalsRecorded()
      return listAudit(app.db, query, timeZone)
    },
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

const columns = ['Data e hora', 'Quem', 'O quê', 'Sobre', 'Antes', 'Depois', 'Endereço', 'Ação', 'Código de quem']

/**
 * The events of a filter as CSV, newest first, at most {@link mostAuditExported}. Reads batch by batch, each starting
 * after the last row of the previous one, so that no connection is held while a slow client downloads. Newer events
 * are not included.
 *
 * @param newest position of the first line; null gives no lines
 * @param scope times are written as `dd/MM/yyyy HH:mm:ss` in its time zone
 */
async function* auditCsv(db: Db, scope: AuditScope, newest: AuditCursor | null): AsyncGenerator<string> {
  const time = new Intl.DateTimeFormat('pt-BR', { timeStyle: 'medium', timeZone: scope.timeZone })
  const moment = (at: Date) => `${inPortuguese(civilDateIn(at, scope.timeZone))} ${time.format(at)}`
  yield csvBeginning + csvLines([columns])
  if (!newest) return
  let after: AuditCursor | undefined = { ...newest, id: newest.id + 1 }
  for (let left = mostAuditExported; left > 0; left -= csvBatch) {
    const rows = await readAudit(db, scope, { take: Math.min(csvBatch, left), after })
    if (rows.length > 0) yield csvLines(rows.map((row) => cellsOf(row, moment(new Date(row.at)))))
    after = rows.at(-1)?.cursor
    if (rows.length < csvBatch) return
  }
}

const cellsOf = (
  { actor, action, subject, before, after, address }: ListedEvent,
  moment: string,
): (string | number | null)[] => [
  moment,
  actor?.name ?? null,
  auditWords(action),
  subject && auditSubjectWords(subject),
  before && fieldsInWords(before),
  after && fieldsInWords(after),
  address,
  action,
  actor?.uid ?? null,
]

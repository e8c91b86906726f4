import { returnExportWire, returnFilterWire, returnPageWire } from '@malote/core/returns/return-row.ts'
import { calendarDaysWire, calendarPeriod } from '@malote/core/returns/returns-calendar.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { streamedFile } from '../../platform/exports/streamed-file.ts'
import type { App } from '../../platform/http/fastify.ts'
import { recordExport } from '../audit/public.ts'
import { countReturns, listReturns } from './returns.queries.ts'
import { readCalendar } from './returns-calendar.queries.ts'
import { returnsCsv, returnsTable } from './returns-csv.ts'
import type { returnsWorkbook } from './returns-workbook.ts'

const workbook = new URL('./returns-workbook.ts', import.meta.url)

/** Data of the returns screen. Returning and assigning use the routes of the items (contract 7.6.1). */
export async function returnsRoutes(app: App) {
  app.get(
    '/api/returns',
    { config: { access: 'signed-in' }, schema: { querystring: returnFilterWire, response: { 200: returnPageWire } } },
    ({ viewer, query }) => listReturns(app.db, viewer, query, civilDateIn(app.now(), app.settings.APP_TIMEZONE)),
  )

  app.get(
    '/api/returns/calendar',
    {
      config: { access: 'signed-in' },
      schema: { querystring: calendarPeriod, response: { 200: calendarDaysWire } },
    },
    ({ viewer, query }) => readCalendar(app.db, viewer, query, civilDateIn(app.now(), app.settings.APP_TIMEZONE)),
  )

  // The same list without pages, as CSV or as a workbook.
  app.get(
    '/api/returns/export',
    { config: { access: 'signed-in', work: 'export', isLong: true }, schema: { querystring: returnExportWire } },
    async ({ viewer, query, signal }, reply) => {
      const timeZone = app.settings.APP_TIMEZONE
      const today = civilDateIn(app.now(), timeZone)
      const { page: _, perPage: __, format, ...filters } = query
      if (format === 'xlsx') {
        const table = await returnsTable(app.exportDb, viewer, query, today, timeZone)
        const content = await app.threads.run<typeof returnsWorkbook>(workbook, 'returnsWorkbook', table, signal)
        await recordExport(app.db, viewer, 'returns', { format, rows: table.rows.length, ...filters })
        return reply
          .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
          .headers({
            'content-disposition': `attachment; filename="retornos-${today}.xlsx"`,
            'x-total-rows': `${table.rows.length}`,
          })
          .send(content)
      }
      const rows = await countReturns(app.exportDb, viewer, query, today)
      await recordExport(app.db, viewer, 'returns', { format, ...(rows !== undefined && { rows }), ...filters })
      return reply
        .type('text/csv; charset=utf-8')
        .headers({
          'content-disposition': `attachment; filename="retornos-${today}.csv"`,
          ...(rows !== undefined && { 'x-total-rows': `${rows}` }),
        })
        .send(streamedFile(returnsCsv(app.exportDb, viewer, query, today, timeZone)))
    },
  )
}

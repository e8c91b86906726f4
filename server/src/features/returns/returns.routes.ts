import { returnFilterWire, returnPageWire } from '@malote/core/returns/return-row.ts'
import { calendarDaysWire, calendarPeriod } from '@malote/core/returns/returns-calendar.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { streamedFile } from '../../platform/exports/streamed-file.ts'
import type { App } from '../../platform/http/fastify.ts'
import { recordExport } from '../audit/public.ts'
import { countReturns, listReturns } from './returns.queries.ts'
import { readCalendar } from './returns-calendar.queries.ts'
import { returnsCsv } from './returns-csv.ts'

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

  // The same list without pages, as CSV.
  app.get(
    '/api/returns/export',
    { config: { access: 'signed-in', work: 'export' }, schema: { querystring: returnFilterWire } },
    async ({ viewer, query }, reply) => {
      const timeZone = app.settings.APP_TIMEZONE
      const today = civilDateIn(app.now(), timeZone)
      const rows = await countReturns(app.exportDb, viewer, query, today)
      const { page: _, perPage: __, ...filters } = query
      await recordExport(app.db, viewer, 'returns', { format: 'csv', ...(rows !== undefined && { rows }), ...filters })
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

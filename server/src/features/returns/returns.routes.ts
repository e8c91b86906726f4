import { sightOf } from '@malote/core/protocols/visibility.ts'
import { returnExportWire, returnFilterWire, returnPageWire } from '@malote/core/returns/return-row.ts'
import {
  type CalendarDay,
  type CalendarPeriod,
  calendarDaysWire,
  calendarPeriod,
} from '@malote/core/returns/returns-calendar.ts'
import { type CivilDate, civilDateIn } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import { streamedFile } from '../../platform/exports/streamed-file.ts'
import type { App } from '../../platform/http/fastify.ts'
import { recordExport } from '../audit/public.ts'
import { countReturns, listReturns } from './returns.queries.ts'
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

/**
 * How many pending items are due on each day of a period, days without any included. Those of all departments are summed
 * from a figure, which counts each item once, at its origin.
 *
 * @param today the organisation's civil day
 */
async function readCalendar(
  db: Db,
  viewer: Viewer,
  { from, to }: CalendarPeriod,
  today: CivilDate,
): Promise<CalendarDay[]> {
  const sight = sightOf(viewer)
  const due =
    sight === 'everything'
      ? sql`select return_date, n_origin as n, n_origin, n_origin as n_destination from open_returns_monthly where n_origin <> 0`
      : sql`select * from due_returns where department_id = ${sight.departmentId}`
  const { rows } = await sql<CalendarDay>`
    select day::date as date, coalesce(to_return, 0)::int as to_return, coalesce(to_receive, 0)::int as to_receive,
      case when day < ${today}::date then coalesce(items, 0) else 0 end::int as overdue
    from generate_series(${from}::date, ${to}::date, interval '1 day') day
    left join (
      select return_date, sum(n_destination) as to_return, sum(n_origin) as to_receive, sum(n) as items
      from (${due}) due
      where return_date between ${from}::date and ${to}::date
      group by return_date
    ) due on due.return_date = day::date
    order by day`.execute(db)
  return rows
}

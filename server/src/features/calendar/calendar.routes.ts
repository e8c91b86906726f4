import { holiday, holidayFilter } from '@malote/core/calendar/holiday.ts'
import { z } from 'zod'
import type { App } from '../../app.ts'
import { listHolidays } from './calendar.queries.ts'

/** The days that the web app skips when it computes a due date (DESIGN 5). */
export async function calendarRoutes(app: App) {
  app.get(
    '/api/calendar/holidays',
    { schema: { querystring: holidayFilter, response: { 200: z.array(holiday) } } },
    (request) => listHolidays(app.db, request.query.from, request.query.to),
  )
}

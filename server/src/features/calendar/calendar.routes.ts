import { holiday, holidayEdit, holidayFilter, holidayInput } from '@malote/core/calendar/holiday.ts'
import { civilDate } from '@malote/core/shared/civil-date.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import { z } from 'zod'
import { type App, noContent } from '../../platform/http/fastify.ts'
import { lazyBody } from '../../platform/http/valid-body.ts'
import { listHolidays } from './holidays.repo.ts'
import { createHoliday, deleteHoliday, editHoliday } from './save-holiday.ts'

const dateParams = z.object({ date: civilDate })

/** The holidays that *Dias úteis* skips (contract 10.5, 11.5). Every signed-in user reads them, Admins change them. */
export async function calendarRoutes(app: App) {
  app.get(
    '/api/calendar/holidays',
    { config: { access: 'signed-in' }, schema: { querystring: holidayFilter, response: { 200: z.array(holiday) } } },
    (request) => listHolidays(app.db, request.query.from, request.query.to),
  )

  app.post(
    '/api/calendar/holidays',
    { config: { access: canAdminister }, schema: { body: holidayInput, response: { 201: holiday } } },
    async (request, reply) => reply.code(201).send(await createHoliday(app.db, request.viewer, request.body)),
  )

  app.put(
    '/api/calendar/holidays/:date',
    {
      config: { access: canAdminister },
      attachValidation: true,
      schema: { params: dateParams, body: holidayEdit, response: { 200: holiday } },
    },
    (request) => editHoliday(app.db, request.viewer, request.params.date, lazyBody(request)),
  )

  app.delete(
    '/api/calendar/holidays/:date',
    { config: { access: canAdminister }, schema: { params: dateParams, response: noContent } },
    async (request, reply) => {
      await deleteHoliday(app.db, request.viewer, request.params.date)
      return reply.code(204).send()
    },
  )
}

import {
  applyChangeBody,
  applyChangeReply,
  calendarChange,
  calendarEffect,
} from '@malote/core/calendar/calendar-change.ts'
import { dueDateExplanationWire } from '@malote/core/due-dates/due-date-explanation.ts'
import { typicalQueryWire, typicalWire } from '@malote/core/due-dates/typical.ts'
import { itemParams } from '@malote/core/protocols/protocol.wire.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { App } from '../../platform/http/fastify.ts'
import { applyCalendarChange } from './apply-calendar-change.ts'
import { readDueDate, readEffect } from './read-due-date.ts'
import { readTypical } from './typical.queries.ts'

/**
 * Why an item is due on its day; how long items usually take to come back; and the effect of a calendar change on open
 * due dates, which an Admin can preview, and apply or not.
 */
export async function dueDatesRoutes(app: App) {
  const clock = () => {
    const now = app.now()
    return { now, timeZone: app.settings.APP_TIMEZONE, today: civilDateIn(now, app.settings.APP_TIMEZONE) }
  }

  app.get(
    '/api/protocols/items/:itemId/due-date',
    { config: { access: 'signed-in' }, schema: { params: itemParams, response: { 200: dueDateExplanationWire } } },
    (request) => readDueDate(app.db, request.viewer, request.params.itemId, app.settings.APP_TIMEZONE),
  )

  app.get(
    '/api/calendar/effect',
    { config: { access: canAdminister }, schema: { querystring: calendarChange, response: { 200: calendarEffect } } },
    (request) => readEffect(app.db, request.query, clock().today),
  )

  app.post(
    '/api/calendar/apply',
    { config: { access: canAdminister }, schema: { body: applyChangeBody, response: { 200: applyChangeReply } } },
    (request) => applyCalendarChange(app.db, request.viewer, request.body, clock()),
  )

  app.get(
    '/api/deadlines/typical',
    { config: { access: 'signed-in' }, schema: { querystring: typicalQueryWire, response: { 200: typicalWire } } },
    (request) => readTypical(app.db, request.query, clock().today),
  )
}

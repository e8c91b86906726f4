import {
  applyChangeBody,
  applyChangeReply,
  calendarChange,
  calendarEffect,
} from '@malote/core/calendar/calendar-change.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { App } from '../../fastify.ts'
import { applyCalendarChange } from './apply-calendar-change.ts'
import { readEffect } from './read-effect.ts'

/** Effect of a calendar change on open deadlines: an Admin can preview it, and apply it or leave the deadlines. */
export async function deadlinesRoutes(app: App) {
  const clock = () => {
    const now = app.now()
    return { now, timeZone: app.settings.APP_TIMEZONE, today: civilDateIn(now, app.settings.APP_TIMEZONE) }
  }

  app.get(
    '/api/calendar/effect',
    { config: { access: canAdminister }, schema: { querystring: calendarChange, response: { 200: calendarEffect } } },
    (request) => readEffect(app.db, request.query, clock()),
  )

  app.post(
    '/api/calendar/apply',
    { config: { access: canAdminister }, schema: { body: applyChangeBody, response: { 200: applyChangeReply } } },
    (request) => applyCalendarChange(app.db, request.viewer, request.body, clock()),
  )
}

import {
  applyChangeBody,
  applyChangeReply,
  calendarChange,
  calendarEffect,
} from '@malote/core/calendar/calendar-change.ts'
import { dueDateExplanationWire } from '@malote/core/due-dates/due-date-explanation.ts'
import {
  extensionDecisionWire,
  extensionRequestFilterWire,
  extensionRequestPageWire,
  extensionRequestWire,
  newExtensionRequestWire,
} from '@malote/core/due-dates/extension-request.ts'
import { typicalQueryWire, typicalWire } from '@malote/core/due-dates/typical.ts'
import { itemParams } from '@malote/core/protocols/protocol.wire.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { App } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { lazyBody } from '../../platform/http/valid-body.ts'
import { applyCalendarChange } from './apply-calendar-change.ts'
import { askForTime } from './ask-for-time.ts'
import { decideRequest } from './decide-request.ts'
import { readDueDate, readEffect } from './read-due-date.ts'
import { listRequests } from './requests.repo.ts'
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

/** Requests of the holder for more time, and the decisions of the origin (contract 21.10 to 21.14). */
export async function extensionRequestsRoutes(app: App) {
  const { db } = app
  const clock = () => ({ now: app.now(), timeZone: app.settings.APP_TIMEZONE })

  app.post(
    '/api/protocols/items/:itemId/extension-requests',
    {
      config: { access: 'signed-in' },
      attachValidation: true,
      schema: { params: itemParams, body: newExtensionRequestWire, response: { 201: extensionRequestWire } },
    },
    async (request, reply) => {
      const { viewer, params } = request
      reply.code(201)
      return db.transaction().execute((trx) => askForTime(trx, viewer, params.itemId, lazyBody(request), clock()))
    },
  )

  app.post(
    '/api/extension-requests/:id/decide',
    {
      config: { access: 'signed-in' },
      attachValidation: true,
      schema: { params: idParams, body: extensionDecisionWire, response: { 200: extensionRequestWire } },
    },
    (request) => decideRequest(db, request.viewer, request.params.id, lazyBody(request), clock()),
  )

  app.get(
    '/api/extension-requests',
    {
      config: { access: 'signed-in' },
      schema: { querystring: extensionRequestFilterWire, response: { 200: extensionRequestPageWire } },
    },
    ({ viewer, query }) => listRequests(db, viewer, query),
  )
}

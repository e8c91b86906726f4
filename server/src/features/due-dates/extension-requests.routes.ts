import {
  extensionDecisionWire,
  extensionRequestFilterWire,
  extensionRequestPageWire,
  extensionRequestWire,
  newExtensionRequestWire,
} from '@malote/core/due-dates/extension-request.wire.ts'
import { itemParams } from '@malote/core/protocols/protocol.wire.ts'
import type { App } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { lazyBody } from '../../platform/http/valid-body.ts'
import { askForTime } from './ask-for-time.ts'
import { decideRequest } from './decide-request.ts'
import { listRequests } from './requests.repo.ts'

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

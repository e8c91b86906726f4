import { extensionRequestWire, newExtensionRequestWire } from '@malote/core/deadlines/extension-request.wire.ts'
import { itemParams } from '@malote/core/protocols/protocol.wire.ts'
import type { App } from '../../fastify.ts'
import { lazyBody } from '../../lib/valid-body.ts'
import { askForTime } from './ask-for-time.ts'

/** Requests of the holder for more time, and the decisions of the origin (contract 21.10 to 21.14). */
export async function extensionRequestsRoutes(app: App) {
  const { db, now } = app
  const timeZone = app.settings.APP_TIMEZONE

  app.post(
    '/api/protocols/items/:itemId/extension-requests',
    {
      config: { access: 'signed-in' },
      attachValidation: true,
      schema: { params: itemParams, body: newExtensionRequestWire, response: { 201: extensionRequestWire } },
    },
    async (request, reply) => {
      const { viewer, params } = request
      const clock = { now: now(), timeZone }
      reply.code(201)
      return db.transaction().execute((trx) => askForTime(trx, viewer, params.itemId, lazyBody(request), clock))
    },
  )
}

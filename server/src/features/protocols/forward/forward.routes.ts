import { createdProtocolReply, forwardBodyWire } from '@malote/core/protocols/protocol.wire.ts'
import { idempotencyHeaders, idempotencyKey } from '../../../domain/idempotency/idempotency-key.ts'
import type { App } from '../../../platform/http/fastify.ts'
import { idParams } from '../../../platform/http/path-params.ts'
import { lazyBody } from '../../../platform/http/valid-body.ts'
import { forwardItems } from './forward-items.ts'

/** Passing items on to the next department (contract 20.30). */
export async function forwardRoutes(app: App) {
  const timeZone = app.settings.APP_TIMEZONE

  app.post(
    '/api/protocols/:id/forward',
    {
      config: { access: 'signed-in' },
      attachValidation: true,
      schema: {
        params: idParams,
        headers: idempotencyHeaders,
        body: forwardBodyWire,
        response: { 201: createdProtocolReply },
      },
    },
    (request, reply) => {
      const key = idempotencyKey(request)
      reply.code(201)
      return forwardItems(app.db, request.viewer, request.params.id, lazyBody(request), {
        timeZone,
        key,
        now: app.now(),
      })
    },
  )
}

import { cancelBody } from '@malote/core/items/item.ts'
import { createdProtocolReply, protocolReply, redirectBodyWire } from '@malote/core/protocols/protocol.wire.ts'
import { userOptionWire } from '@malote/core/users/user.wire.ts'
import { z } from 'zod'
import { idempotencyHeaders, idempotencyKey } from '../../domain/idempotency/idempotency-key.ts'
import type { App } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { acceptEmptyBody, lazyBody } from '../../platform/http/valid-body.ts'
import { cancelProtocol, completeProtocol, refuseProtocol } from './actions/end-protocol.ts'
import { redirectProtocol } from './redirect/redirect-protocol.ts'
import { destinationUsers } from './responsibles/destination-users.queries.ts'

/** The actions on a protocol (contract 7.4, 20.4, 20.5); receiving is in `features/receiving`. */
export async function protocolActionsRoutes(app: App) {
  const { db, now } = app
  acceptEmptyBody(app)
  const params = idParams
  const response = { 200: protocolReply }

  app.post(
    '/api/protocols/:id/complete',
    { config: { access: 'signed-in' }, schema: { params, response } },
    (request) => completeProtocol(db, request.viewer, request.params.id, now()),
  )

  app.post(
    '/api/protocols/:id/cancel',
    { config: { access: 'signed-in' }, attachValidation: true, schema: { params, body: cancelBody, response } },
    (request) => cancelProtocol(db, request.viewer, request.params.id, lazyBody(request), now()),
  )

  app.post(
    '/api/protocols/:id/refuse',
    { config: { access: 'signed-in' }, attachValidation: true, schema: { params, body: cancelBody, response } },
    (request) => refuseProtocol(db, request.viewer, request.params.id, lazyBody(request), now()),
  )

  app.post(
    '/api/protocols/:id/redirect',
    {
      config: { access: 'signed-in' },
      attachValidation: true,
      schema: { headers: idempotencyHeaders, params, body: redirectBodyWire, response: { 201: createdProtocolReply } },
    },
    async (request, reply) => {
      const key = idempotencyKey(request)
      reply.code(201)
      const context = { key, timeZone: app.settings.APP_TIMEZONE, now: now() }
      return redirectProtocol(db, request.viewer, request.params.id, lazyBody(request), context)
    },
  )

  app.get(
    '/api/protocols/:id/destination-users',
    { config: { access: 'signed-in' }, schema: { params, response: { 200: z.array(userOptionWire) } } },
    (request) => destinationUsers(db, request.viewer, request.params.id),
  )
}

import { bulkReceiveBody, receiveBody } from '@malote/core/protocols/protocol.ts'
import { bulkReceiveReply, receiveReply } from '@malote/core/protocols/protocol.wire.ts'
import { errors } from '@malote/core/shared/errors.ts'
import type { App } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { acceptEmptyBody, lazyBody } from '../../platform/http/valid-body.ts'
import { receiveProtocol, receiveProtocols } from './receive-protocols.ts'

/** Receiving protocols, one or several (contract 7.4.5, 20.1, 20.3). */
export async function receivingRoutes(app: App) {
  const { db, now } = app
  acceptEmptyBody(app)

  app.post(
    '/api/protocols/:id/receive',
    {
      config: { access: 'signed-in' },
      attachValidation: true,
      schema: { params: idParams, body: receiveBody, response: { 200: receiveReply } },
    },
    (request) => receiveProtocol(db, request.viewer, request.params.id, lazyBody(request), now()),
  )

  app.post(
    '/api/protocols/bulk-receive',
    { config: { access: 'signed-in' }, schema: { body: bulkReceiveBody, response: { 200: bulkReceiveReply } } },
    async (request) => {
      const reply = await receiveProtocols(db, request.viewer, request.body.ids, { now: now(), log: request.log })
      const notFound = reply.results.errors.filter(({ message }) => message === errors.PROTOCOL_NOT_FOUND.message)
      // Some may exist and be hidden from the person, which the audit finds out after the response.
      if (notFound.length > 0) request.notFound = { kind: 'protocol', ids: notFound.map(({ id }) => id) }
      return reply
    },
  )
}

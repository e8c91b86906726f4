import { commentWire } from '@malote/core/comments/comment.ts'
import { historyEntryWire } from '@malote/core/history/history-entry.ts'
import { cancelBody } from '@malote/core/items/item.ts'
import {
  attachmentParams,
  beforeQuery,
  createdProtocolReply,
  printDataWire,
  protocolDetailWire,
  protocolFilterWire,
  protocolPageWire,
  protocolReply,
  redirectBodyWire,
} from '@malote/core/protocols/protocol.wire.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { userOptionWire } from '@malote/core/users/user.wire.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { z } from 'zod'
import { idempotencyHeaders, idempotencyKey } from '../../domain/idempotency/idempotency-key.ts'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'
import { fileNameParameters } from '../../platform/files/file-name.ts'
import { storagePlugin } from '../../platform/files/files-plugin.ts'
import type { App } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { sendJsonPage } from '../../platform/http/response-serializer.ts'
import { acceptEmptyBody, lazyBody } from '../../platform/http/valid-body.ts'
import { cancelProtocol, completeProtocol, refuseProtocol } from './actions/end-protocol.ts'
import { openAttachment } from './attachments/open-attachment.ts'
import { earlierComments, earlierHistory, findProtocol, printProtocol } from './detail/protocol-detail.queries.ts'
import { listProtocols } from './list/protocols.queries.ts'
import { protocolFormsRoutes } from './protocol-forms.routes.ts'
import { redirectProtocol } from './redirect/redirect-protocol.ts'

/** The list and detail routes of protocols, and the routes that create and edit one. */
export async function protocolsRoutes(app: App) {
  await app.register(storagePlugin)
  await app.register(protocolFormsRoutes)
  const timeZone = app.settings.APP_TIMEZONE
  const today = () => civilDateIn(app.now(), timeZone)

  app.get(
    '/api/protocols',
    {
      config: { access: 'signed-in' },
      schema: { querystring: protocolFilterWire, response: { 200: protocolPageWire } },
    },
    async ({ viewer, query }, reply) =>
      sendJsonPage(reply, await listProtocols(app.db, viewer, query, today(), timeZone)),
  )

  app.get(
    '/api/protocols/:id',
    { config: { access: 'signed-in' }, schema: { params: idParams, response: { 200: protocolDetailWire } } },
    ({ viewer, params }) => findProtocol(app.db, viewer, params.id, today()),
  )

  app.get(
    '/api/protocols/:id/history',
    {
      config: { access: 'signed-in' },
      schema: { params: idParams, querystring: beforeQuery, response: { 200: z.array(historyEntryWire) } },
    },
    ({ viewer, params, query }) => earlierHistory(app.db, viewer, params.id, query.before),
  )

  app.get(
    '/api/protocols/:id/comments',
    {
      config: { access: 'signed-in' },
      schema: { params: idParams, querystring: beforeQuery, response: { 200: z.array(commentWire) } },
    },
    ({ viewer, params, query }) => earlierComments(app.db, viewer, params.id, query.before),
  )

  app.get(
    '/api/protocols/:id/print',
    { config: { access: 'signed-in' }, schema: { params: idParams, response: { 200: printDataWire } } },
    ({ viewer, params }) => printProtocol(app.db, viewer, params.id, today()),
  )

  app.get(
    '/api/protocols/attachments/:attachmentId/download',
    { config: { access: 'signed-in' }, schema: { params: attachmentParams }, compress: false },
    async (request, reply) => {
      const { storage, db } = app
      const file = await openAttachment(db, storage, request.viewer, request.params.attachmentId, request.log)
      return reply
        .type(file.contentType)
        .headers({
          'content-length': file.sizeBytes,
          'content-disposition': `inline; ${fileNameParameters(file.fileName)}`,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
        })
        .send(file.content)
    },
  )
}

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

/**
 * The people who may be responsible for items of this protocol: active users of its destination, by name.
 *
 * @throws AppError PROTOCOL_NOT_FOUND also when the viewer may not see it
 */
async function destinationUsers(db: Db, viewer: Viewer, protocolId: number) {
  const protocol = await db
    .selectFrom('protocols')
    .select('destinationDepartmentId')
    .where('id', '=', protocolId)
    .where(visibleTo(viewer))
    .executeTakeFirst()
  if (!protocol) throw new AppError('PROTOCOL_NOT_FOUND')
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('departmentId', '=', protocol.destinationDepartmentId)
    .where('isActive', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

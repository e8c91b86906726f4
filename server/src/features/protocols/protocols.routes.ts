import { commentWire } from '@malote/core/comments/comment.ts'
import { historyEntryWire } from '@malote/core/history/history-entry.ts'
import {
  attachmentParams,
  beforeQuery,
  printDataWire,
  protocolDetailWire,
  protocolFilterWire,
  protocolPageWire,
} from '@malote/core/protocols/protocol.wire.ts'
import { civilDateIn } from '@malote/core/shared/civil-date.ts'
import { z } from 'zod'
import { fileNameParameters } from '../../platform/files/file-name.ts'
import { storagePlugin } from '../../platform/files/files-plugin.ts'
import type { App } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { sendJsonPage } from '../../platform/http/response-serializer.ts'
import { openAttachment } from './attachments/open-attachment.ts'
import { findProtocol, printProtocol } from './detail/protocol-detail.queries.ts'
import { earlierComments, earlierHistory } from './detail/protocol-log.queries.ts'
import { listProtocols } from './list/protocols.queries.ts'
import { protocolFormsRoutes } from './protocol-forms.routes.ts'

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

import {
  blackOutBody,
  blackOutReply,
  itemBlackOutBody,
  occurrenceBlackOutBody,
  protocolBlackOutBody,
  requestBlackOutBody,
} from '@malote/core/black-outs/black-out.ts'
import { attachmentParams, commentParams, historyParams, itemParams } from '@malote/core/protocols/protocol.wire.ts'
import { canAdminister } from '@malote/core/users/user-rules.ts'
import type { FastifyRequest } from 'fastify'
import type { Trx } from '../../platform/db/connect.ts'
import { storagePlugin } from '../../platform/files/files-plugin.ts'
import type { App } from '../../platform/http/fastify.ts'
import { requireFreshProof } from '../../platform/http/fresh-proof.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { lazyBody } from '../../platform/http/valid-body.ts'
import { blackOut } from './black-out.ts'
import { findItemText, findOccurrenceText, findRequestText } from './find-item-texts.ts'
import { findAttachment, findProtocolText, findRemovableComment, findRemovableEntry } from './find-protocol-texts.ts'
import type { RemovalTarget } from './removal-target.ts'

const guarded = {
  config: { access: canAdminister, audit: 'black-out' },
  onRequest: requireFreshProof,
  attachValidation: true,
} as const
const response = { 200: blackOutReply }

/** *Remover conteúdo*, for Admins (contract 18.70). */
export async function blackOutsRoutes(app: App) {
  await app.register(storagePlugin)
  const remove = async (
    request: FastifyRequest & { body: { reason: string } },
    find: (trx: Trx) => Promise<RemovalTarget>,
  ) => {
    const { db, storage } = app
    await blackOut({ db, storage, now: app.now() }, request.viewer, find, lazyBody(request))
    return { message: 'Conteúdo removido' }
  }

  app.post(
    '/api/protocols/attachments/:attachmentId/black-out',
    { ...guarded, schema: { params: attachmentParams, body: blackOutBody, response } },
    (request) => remove(request, (trx) => findAttachment(trx, request.viewer, request.params.attachmentId)),
  )

  app.post(
    '/api/protocols/:id/comments/:commentId/black-out',
    { ...guarded, schema: { params: commentParams, body: blackOutBody, response } },
    (request) =>
      remove(request, (trx) => findRemovableComment(trx, request.viewer, request.params.id, request.params.commentId)),
  )

  app.post(
    '/api/protocols/:id/history/:entryId/black-out',
    { ...guarded, schema: { params: historyParams, body: blackOutBody, response } },
    (request) =>
      remove(request, (trx) => findRemovableEntry(trx, request.viewer, request.params.id, request.params.entryId)),
  )

  app.post(
    '/api/protocols/:id/black-out',
    { ...guarded, schema: { params: idParams, body: protocolBlackOutBody, response } },
    (request) =>
      remove(request, (trx) =>
        findProtocolText(trx, request.viewer, request.params.id, () => lazyBody(request)().field),
      ),
  )

  app.post(
    '/api/protocols/items/:itemId/black-out',
    { ...guarded, schema: { params: itemParams, body: itemBlackOutBody, response } },
    (request) =>
      remove(request, (trx) =>
        findItemText(trx, request.viewer, request.params.itemId, () => lazyBody(request)().field),
      ),
  )

  app.post(
    '/api/occurrences/:id/black-out',
    { ...guarded, schema: { params: idParams, body: occurrenceBlackOutBody, response } },
    (request) =>
      remove(request, (trx) =>
        findOccurrenceText(trx, request.viewer, request.params.id, () => lazyBody(request)().field),
      ),
  )

  app.post(
    '/api/extension-requests/:id/black-out',
    { ...guarded, schema: { params: idParams, body: requestBlackOutBody, response } },
    (request) =>
      remove(request, (trx) =>
        findRequestText(trx, request.viewer, request.params.id, () => lazyBody(request)().field),
      ),
  )
}

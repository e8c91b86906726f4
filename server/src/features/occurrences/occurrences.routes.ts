import { editFormats } from '@malote/core/items/attachment-formats.ts'
import {
  newOccurrence,
  occurrenceFilterWire,
  occurrencePageWire,
  occurrenceResolution,
  occurrenceWire,
} from '@malote/core/occurrences/occurrence.ts'
import { itemParams } from '@malote/core/protocols/protocol.wire.ts'
import { z } from 'zod'
import { formTypes, infectedFile, openUploads } from '../../domain/attachments/upload-rules.ts'
import { withForm } from '../../platform/files/receive-form.ts'
import type { App } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { lazyBody, unvalidatedBody } from '../../platform/http/valid-body.ts'
import { listOccurrences, occurrencesOf } from './occurrences.repo.ts'
import { ensureMayOpen, openOccurrence } from './open-occurrences.ts'
import { resolveOccurrence } from './resolve-occurrence.ts'

/** What went wrong with items, on record until somebody settles it (contract 20.10 to 20.16). */
export async function occurrencesRoutes(app: App) {
  const { db, now } = app
  const rulesOf = await openUploads(app)
  const form = { formats: editFormats, filesPerItem: 1, fields: Object.keys(newOccurrence.shape).length }

  app.post(
    '/api/protocols/items/:itemId/occurrences',
    {
      config: { access: 'signed-in', audit: infectedFile },
      schema: { consumes: formTypes, params: itemParams, body: newOccurrence, response: { 201: occurrenceWire } },
      validatorCompiler: unvalidatedBody,
    },
    async (request, reply) => {
      const { itemId } = request.params
      await ensureMayOpen(db, request.viewer, itemId)
      reply.code(201)
      return withForm(request, { ...rulesOf(request), ...form }, (sent) =>
        openOccurrence(db, request.viewer, itemId, sent, { storage: app.storage, now: now() }),
      )
    },
  )

  app.post(
    '/api/occurrences/:id/resolve',
    {
      config: { access: 'signed-in' },
      attachValidation: true,
      schema: { params: idParams, body: occurrenceResolution, response: { 200: occurrenceWire } },
    },
    (request) => resolveOccurrence(db, request.viewer, request.params.id, lazyBody(request), now()),
  )

  app.get(
    '/api/occurrences',
    {
      config: { access: 'signed-in' },
      schema: { querystring: occurrenceFilterWire, response: { 200: occurrencePageWire } },
    },
    ({ viewer, query }) => listOccurrences(db, viewer, query),
  )

  app.get(
    '/api/protocols/:id/occurrences',
    {
      config: { access: 'signed-in' },
      schema: { params: idParams, response: { 200: z.array(occurrenceWire) } },
    },
    ({ viewer, params }) => occurrencesOf(db, viewer, params.id),
  )
}

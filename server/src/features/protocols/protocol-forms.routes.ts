import { creationFormats, editFormats, mostFilesPerItem } from '@malote/core/items/attachment-formats.ts'
import { type ProtocolRow, type SentProtocols, sentProtocolEdit } from '@malote/core/protocols/protocol.ts'
import {
  newProtocolsWire,
  newProtocolWire,
  protocolDetailWire,
  protocolEditWire,
  protocolRowWire,
  sentProtocolsWire,
} from '@malote/core/protocols/protocol.wire.ts'
import { z } from 'zod'
import { formTypes, infectedFile, openUploads } from '../../domain/attachments/upload-rules.ts'
import { idempotencyHeaders, idempotencyKey } from '../../domain/idempotency/idempotency-key.ts'
import { withForm } from '../../platform/files/receive-form.ts'
import type { App } from '../../platform/http/fastify.ts'
import { idParams } from '../../platform/http/path-params.ts'
import { unvalidatedBody } from '../../platform/http/valid-body.ts'
import { createProtocol, createProtocols } from './create/create-protocols.ts'
import { isForSeveral } from './create/validate-new-protocols.ts'
import { editProtocol, ensureMayEdit } from './edit/edit-protocol.ts'

/** Fields of the largest form; the one for several destinations has `destination_department_ids` in addition. */
const fields = Object.keys(sentProtocolEdit.shape).length + 1

/** The two routes that accept files. Both also accept the same fields as JSON. */
export async function protocolFormsRoutes(app: App) {
  const rulesOf = await openUploads(app)
  const created = { fields, formats: creationFormats, filesPerItem: mostFilesPerItem.creation }
  const edited = { fields, formats: editFormats, filesPerItem: mostFilesPerItem.edit }
  const timeZone = app.settings.APP_TIMEZONE

  app.post(
    '/api/protocols',
    {
      schema: {
        consumes: formTypes,
        headers: idempotencyHeaders,
        body: z.union([newProtocolWire, newProtocolsWire]),
        response: { 201: z.union([protocolRowWire, sentProtocolsWire]) },
      },
      config: { access: 'signed-in', audit: infectedFile },
      validatorCompiler: unvalidatedBody,
    },
    async (request, reply) => {
      const key = idempotencyKey(request)
      reply.code(201)
      return withForm<ProtocolRow | SentProtocols>(request, { ...rulesOf(request), ...created }, (form) => {
        const context = { storage: app.storage, timeZone, key, now: app.now() }
        return isForSeveral(form)
          ? createProtocols(app.db, request.viewer, form, { ...context, log: request.log })
          : createProtocol(app.db, request.viewer, form, context)
      })
    },
  )

  app.put(
    '/api/protocols/:id',
    {
      schema: {
        consumes: formTypes,
        headers: idempotencyHeaders,
        params: idParams,
        body: protocolEditWire,
        response: { 200: protocolDetailWire },
      },
      config: { access: 'signed-in', audit: infectedFile },
      validatorCompiler: unvalidatedBody,
    },
    async (request) => {
      const { id } = request.params
      const key = idempotencyKey(request)
      await ensureMayEdit(app.db, request.viewer, id)
      return withForm(request, { ...rulesOf(request), ...edited }, (form) =>
        editProtocol(app.db, request.viewer, id, form, { storage: app.storage, timeZone, key, now: app.now() }),
      )
    },
  )
}

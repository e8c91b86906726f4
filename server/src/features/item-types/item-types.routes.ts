import { itemTypeInputWire, itemTypeWire } from '@malote/core/item-types/item-type.wire.ts'
import { z } from 'zod'
import type { App } from '../../fastify.ts'
import { idParams } from '../../lib/id-params.ts'
import { noContent } from '../../lib/no-content.ts'
import { lazyBody } from '../../lib/valid-body.ts'
import { requireAdmin } from '../../plugins/roles.ts'
import { deleteItemType } from './delete-item-type.ts'
import { listItemTypes } from './item-types.queries.ts'
import { createItemType, editItemType } from './save-item-type.ts'

/** Everyone signed in reads, Admin changes (contract 10.5). */
export async function itemTypesRoutes(app: App) {
  app.get('/api/item-types', { schema: { response: { 200: z.array(itemTypeWire) } } }, () => listItemTypes(app.db))

  app.post(
    '/api/item-types',
    { onRequest: requireAdmin, schema: { body: itemTypeInputWire, response: { 201: itemTypeWire } } },
    async (request, reply) => reply.code(201).send(await createItemType(app.db, request.body)),
  )

  app.put(
    '/api/item-types/:id',
    {
      onRequest: requireAdmin,
      attachValidation: true,
      schema: { params: idParams, body: itemTypeInputWire, response: { 200: itemTypeWire } },
    },
    (request) => editItemType(app.db, request.params.id, lazyBody(request)),
  )

  app.delete(
    '/api/item-types/:id',
    { onRequest: requireAdmin, schema: { params: idParams, response: noContent } },
    async (request, reply) => {
      await deleteItemType(app.db, request.params.id)
      return reply.code(204).send()
    },
  )
}

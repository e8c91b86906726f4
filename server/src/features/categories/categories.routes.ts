import { categoryInputWire, categoryWire } from '@malote/core/categories/category.wire.ts'
import { z } from 'zod'
import type { App } from '../../fastify.ts'
import { idParams } from '../../lib/id-params.ts'
import { noContent } from '../../lib/no-content.ts'
import { lazyBody } from '../../lib/valid-body.ts'
import { requireAdmin } from '../../plugins/roles.ts'
import { listCategories } from './categories.queries.ts'
import { deleteCategory } from './delete-category.ts'
import { createCategory, editCategory } from './save-category.ts'

/** Everyone signed in reads, Admin changes (contract 10.5). */
export async function categoriesRoutes(app: App) {
  app.get('/api/categories', { schema: { response: { 200: z.array(categoryWire) } } }, () => listCategories(app.db))

  app.post(
    '/api/categories',
    { onRequest: requireAdmin, schema: { body: categoryInputWire, response: { 201: categoryWire } } },
    async (request, reply) => reply.code(201).send(await createCategory(app.db, request.body)),
  )

  app.put(
    '/api/categories/:id',
    {
      onRequest: requireAdmin,
      attachValidation: true,
      schema: { params: idParams, body: categoryInputWire, response: { 200: categoryWire } },
    },
    (request) => editCategory(app.db, request.params.id, lazyBody(request)),
  )

  app.delete(
    '/api/categories/:id',
    { onRequest: requireAdmin, schema: { params: idParams, response: noContent } },
    async (request, reply) => {
      await deleteCategory(app.db, request.params.id)
      return reply.code(204).send()
    },
  )
}

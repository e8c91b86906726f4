import { supplierFilter, supplierOption, supplierSearch } from '@malote/core/suppliers/supplier.ts'
import { supplierInputWire, supplierPageWire, supplierWire } from '@malote/core/suppliers/supplier.wire.ts'
import { z } from 'zod'
import type { App } from '../../fastify.ts'
import { idParams } from '../../lib/id-params.ts'
import { noContent } from '../../lib/no-content.ts'
import { lazyBody } from '../../lib/valid-body.ts'
import { requireAdmin } from '../../plugins/roles.ts'
import { deleteSupplier } from './delete-supplier.ts'
import { createSupplier, editSupplier } from './save-supplier.ts'
import { listSuppliers, searchSuppliers } from './suppliers.queries.ts'

/** Everyone signed in reads, Admin changes (contract 10.5). */
export async function suppliersRoutes(app: App) {
  app.get(
    '/api/suppliers',
    { schema: { querystring: supplierFilter, response: { 200: supplierPageWire } } },
    (request) => listSuppliers(app.db, request.query),
  )

  app.get(
    '/api/suppliers/search',
    { schema: { querystring: supplierSearch, response: { 200: z.array(supplierOption) } } },
    (request) => searchSuppliers(app.db, request.query),
  )

  app.post(
    '/api/suppliers',
    { onRequest: requireAdmin, schema: { body: supplierInputWire, response: { 201: supplierWire } } },
    async (request, reply) => reply.code(201).send(await createSupplier(app.db, request.body)),
  )

  app.put(
    '/api/suppliers/:id',
    {
      onRequest: requireAdmin,
      attachValidation: true,
      schema: { params: idParams, body: supplierInputWire, response: { 200: supplierWire } },
    },
    (request) => editSupplier(app.db, request.params.id, lazyBody(request)),
  )

  app.delete(
    '/api/suppliers/:id',
    { onRequest: requireAdmin, schema: { params: idParams, response: noContent } },
    async (request, reply) => {
      await deleteSupplier(app.db, request.params.id)
      return reply.code(204).send()
    },
  )
}

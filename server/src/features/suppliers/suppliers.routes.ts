import { supplierOption, supplierSearch } from '@malote/core/suppliers/supplier.ts'
import {
  supplierEditWire,
  supplierInputWire,
  supplierPageWire,
  supplierWire,
} from '@malote/core/suppliers/supplier.wire.ts'
import { supplierFilter } from '@malote/core/suppliers/supplier-filter.ts'
import { z } from 'zod'
import type { App } from '../../platform/http/fastify.ts'
import { entryRoutes } from '../catalogs/public.ts'
import { listSuppliers, searchSuppliers } from './suppliers.queries.ts'
import { suppliers } from './suppliers.register.ts'

/** Every signed-in user reads suppliers, Admins change them (contract 10.5). */
export async function suppliersRoutes(app: App) {
  app.get(
    '/api/suppliers',
    { config: { access: 'signed-in' }, schema: { querystring: supplierFilter, response: { 200: supplierPageWire } } },
    (request) => listSuppliers(app.db, request.query),
  )

  app.get(
    '/api/suppliers/search',
    {
      config: { access: 'signed-in' },
      schema: { querystring: supplierSearch, response: { 200: z.array(supplierOption) } },
    },
    (request) => searchSuppliers(app.db, request.query),
  )

  entryRoutes(app, '/api/suppliers', suppliers, {
    entry: supplierWire,
    input: supplierInputWire,
    edit: supplierEditWire,
  })
}

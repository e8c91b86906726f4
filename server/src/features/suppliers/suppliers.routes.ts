import { AppError, errors } from '@malote/core/shared/errors.ts'
import {
  type Supplier,
  type SupplierInput,
  supplierEditWire,
  supplierInputWire,
  supplierOption,
  supplierPageWire,
  supplierSearch,
  supplierSeenWire,
  supplierWire,
} from '@malote/core/suppliers/supplier.ts'
import { supplierFilter } from '@malote/core/suppliers/supplier-filter.ts'
import { z } from 'zod'
import { refuseOn } from '../../platform/db/failures.ts'
import type { App } from '../../platform/http/fastify.ts'
import { type Catalog, entryRoutes } from '../catalogs/entry-routes.ts'
import { listSuppliers, readSupplier, searchSuppliers } from './suppliers.queries.ts'

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

/** How suppliers are saved and deleted. */
const suppliers: Catalog<Supplier, SupplierInput> = {
  table: 'suppliers',
  audit: { kind: 'supplier', nameOf: ({ companyName }) => companyName },
  // A new supplier is active unless the request says otherwise.
  columns: ({ cnpj, companyName, state, city, code, store, isActive }) => ({
    cnpj,
    companyName,
    state,
    city,
    ...(code !== undefined && { code: code || null }),
    ...(store !== undefined && { store: store || null }),
    ...(isActive !== undefined && { isActive }),
  }),
  read: readSupplier,
  seen: supplierSeenWire,
  notFound: 'SUPPLIER_NOT_FOUND',
  inUse: 'SUPPLIER_IN_USE',
  refuseTaken: (change) => refuseOn('unique', supplierTaken, change),
}

/** The error for a CNPJ that already has this store. */
const supplierTaken = (cause: unknown) =>
  new AppError('SUPPLIER_TAKEN', { fieldErrors: { cnpj: errors.SUPPLIER_TAKEN.message }, cause })

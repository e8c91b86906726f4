import { AppError, errors } from '@malote/core/shared/errors.ts'
import type { Supplier, SupplierInput } from '@malote/core/suppliers/supplier.ts'
import { supplierSeenWire } from '@malote/core/suppliers/supplier.wire.ts'
import { refuseOn } from '../../platform/db/violations.ts'
import type { Register } from '../catalogs/public.ts'
import { readSupplier } from './suppliers.queries.ts'

/** How suppliers are saved and deleted. */
export const suppliers: Register<Supplier, SupplierInput> = {
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

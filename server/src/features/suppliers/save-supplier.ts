import { AppError, errors } from '@malote/core/shared/errors.ts'
import type { Supplier, SupplierInput } from '@malote/core/suppliers/supplier.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { readSupplier } from './suppliers.queries.ts'
import { insertSupplier, lockSupplier, updateSupplier } from './suppliers.repo.ts'

/** @throws AppError SUPPLIER_TAKEN when the CNPJ already has this store */
export const createSupplier = (db: Db, input: SupplierInput): Promise<Supplier> =>
  refuseOn(
    'unique',
    supplierTaken,
    db.transaction().execute(async (trx) => readSupplier(trx, await insertSupplier(trx, input))),
  )

/**
 * @param body read once the supplier is known to exist
 * @throws AppError SUPPLIER_NOT_FOUND, SUPPLIER_TAKEN
 */
export const editSupplier = (db: Db, id: number, body: () => SupplierInput): Promise<Supplier> =>
  refuseOn(
    'unique',
    supplierTaken,
    db.transaction().execute(async (trx) => {
      await lockSupplier(trx, id)
      await updateSupplier(trx, id, body())
      return readSupplier(trx, id)
    }),
  )

const supplierTaken = (cause: unknown) =>
  new AppError('SUPPLIER_TAKEN', { fieldErrors: { cnpj: errors.SUPPLIER_TAKEN.message }, cause })

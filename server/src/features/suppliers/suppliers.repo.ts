import { AppError } from '@malote/core/shared/errors.ts'
import type { SupplierInput } from '@malote/core/suppliers/supplier.ts'
import type { Trx } from '../../db/connect.ts'

/** Holds the supplier until the end of the transaction. @throws AppError SUPPLIER_NOT_FOUND */
export async function lockSupplier(trx: Trx, id: number): Promise<void> {
  const row = await trx.selectFrom('suppliers').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('SUPPLIER_NOT_FOUND')
}

export async function insertSupplier(trx: Trx, input: SupplierInput): Promise<number> {
  const { id } = await trx.insertInto('suppliers').values(columns(input)).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateSupplier = (trx: Trx, id: number, input: SupplierInput) =>
  trx.updateTable('suppliers').set(columns(input)).where('id', '=', id).execute()

export const deleteSupplierRow = (trx: Trx, id: number) => trx.deleteFrom('suppliers').where('id', '=', id).execute()

// A field that the request does not name stays as it is; a new supplier is active unless the request says otherwise.
const columns = ({ cnpj, companyName, state, city, code, store, isActive }: SupplierInput) => ({
  cnpj,
  companyName,
  state,
  city,
  ...(code !== undefined && { code: code || null }),
  ...(store !== undefined && { store: store || null }),
  ...(isActive !== undefined && { isActive }),
})

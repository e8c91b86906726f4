import type { Supplier } from '@malote/core/suppliers/supplier.ts'
import { sql } from 'kysely'
import { anyTextOf } from '../../platform/db/any-of.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'

/** A supplier without the fields that only lists show. */
export type SupplierRow = Omit<Supplier, 'id' | 'protocolsCount'>

/** All suppliers with one of the CNPJs, whatever their store. */
export const suppliersWithCnpj = (db: Db, cnpjs: readonly string[]): Promise<(SupplierRow & { id: number })[]> =>
  db
    .selectFrom('suppliers')
    .select(['id', 'cnpj', 'code', 'store', 'companyName', 'state', 'city', 'isActive'])
    .where('cnpj', '=', anyTextOf(cnpjs))
    .execute()

/** Inserts many suppliers in one statement. */
export async function insertSuppliers(trx: Trx, rows: readonly SupplierRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into suppliers (cnpj, code, store, company_name, state, city, is_active)
    select * from ${columnsOf(rows)}
  `.execute(trx)
}

/** Updates many suppliers in one statement, identified by CNPJ and store, which do not change. */
export async function updateSuppliers(trx: Trx, rows: readonly SupplierRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update suppliers s
    set code = n.code, company_name = n.company_name, state = n.state, city = n.city, is_active = n.is_active
    from ${columnsOf(rows)} n (cnpj, code, store, company_name, state, city, is_active)
    where s.cnpj = n.cnpj and coalesce(s.store, '') = coalesce(n.store, '')
  `.execute(trx)
}

const columnsOf = (rows: readonly SupplierRow[]) => sql`unnest(
  ${rows.map(({ cnpj }) => cnpj)}::text[],
  ${rows.map(({ code }) => code)}::text[],
  ${rows.map(({ store }) => store)}::text[],
  ${rows.map(({ companyName }) => companyName)}::text[],
  ${rows.map(({ state }) => state)}::text[],
  ${rows.map(({ city }) => city)}::text[],
  ${rows.map(({ isActive }) => isActive)}::boolean[]
)`

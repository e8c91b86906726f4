import type { Supplier } from '@malote/core/suppliers/supplier.ts'
import { sql } from 'kysely'
import { anyTextOf } from '../../db/any-of.ts'
import type { Db, Trx } from '../../db/connect.ts'

/** A supplier without what only lists show. */
export type SupplierRow = Omit<Supplier, 'id' | 'protocolsCount'>

/** Those that have one of the CNPJs, whatever their store. */
export const suppliersWithCnpj = (db: Db, cnpjs: readonly string[]): Promise<(SupplierRow & { id: number })[]> =>
  db
    .selectFrom('suppliers')
    .select(['id', 'cnpj', 'code', 'store', 'companyName', 'state', 'city', 'isActive'])
    .where('cnpj', '=', anyTextOf(cnpjs))
    .execute()

/** Many at once, in one statement. */
export async function insertSuppliers(trx: Trx, rows: readonly SupplierRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into suppliers (cnpj, code, store, company_name, state, city, is_active)
    select * from ${columnsOf(rows)}
  `.execute(trx)
}

/** Many at once, in one statement; CNPJ and store say which, and stay. */
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

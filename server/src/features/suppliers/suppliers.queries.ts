import { metaFor, pageSize } from '@malote/core/shared/pagination.ts'
import { cnpjIn, normaliseCnpj } from '@malote/core/suppliers/cnpj.ts'
import {
  type Supplier,
  type SupplierOption,
  type SupplierSearch,
  shortestSupplierSearch,
} from '@malote/core/suppliers/supplier.ts'
import type { SupplierFilter } from '@malote/core/suppliers/supplier-filter.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { contains, hasTrigram } from '../../platform/db/search.ts'
import { anyOf, anyTextOf, unindexed } from '../../platform/db/statements.ts'

// protocolsCount is counted through items_supplier_id_idx, for the few suppliers of a page.
const suppliers = (db: Db) =>
  db.selectFrom('suppliers').select((eb) => [
    'suppliers.id',
    'cnpj',
    'code',
    'store',
    'companyName',
    'state',
    'city',
    'isActive',
    eb
      .selectFrom('items')
      .whereRef('items.supplierId', '=', 'suppliers.id')
      .select((items) => items.fn.count<number>('items.protocolId').distinct().as('n'))
      .$asScalar()
      .$notNull()
      .as('protocolsCount'),
  ])

/** One page of suppliers, in the alphabetical order of the column's pt-BR collation. */
export async function listSuppliers(db: Db, { page, search, status }: SupplierFilter) {
  const { ids, total } = await found(db, search, status)
    .selectNoFrom((eb) => [
      eb.selectFrom('found').select(eb.fn.countAll<number>().as('n')).$asScalar().$notNull().as('total'),
      sql<number[]>`array(
        select id from found order by company_name, id limit ${pageSize} offset ${(page - 1) * pageSize}
      )`.as('ids'),
    ])
    .executeTakeFirstOrThrow()
  const data = await suppliers(db).where('suppliers.id', '=', anyOf(ids)).orderBy('companyName').orderBy('id').execute()
  return { data, meta: metaFor(total, page) }
}

/** The active suppliers that the picker offers for the typed text; none for less than two characters. */
export async function searchSuppliers(db: Db, { q = '', limit }: SupplierSearch): Promise<SupplierOption[]> {
  if (q.length < shortestSupplierSearch) return []
  return found(db, q, 'active')
    .selectFrom('found')
    .select(['id', 'companyName as name', 'cnpj'])
    .orderBy('companyName')
    .orderBy('id')
    .limit(limit)
    .execute()
}

// Materialised for a search: otherwise PostgreSQL's plan for all terms would scan the names in order until ten match.
const found = (db: Db, search: string | undefined, status: SupplierFilter['status']) =>
  db.with(
    (cte) => (search === undefined ? cte('found').notMaterialized() : cte('found').materialized()),
    (from) =>
      from
        .selectFrom('suppliers')
        .select(['id', 'companyName', 'cnpj'])
        .$if(search !== undefined, (query) => query.where(matches(search ?? '')))
        .$if(status !== undefined, (query) => query.where('isActive', '=', status === 'active')),
  )

export const readSupplier = (db: Db, id: number): Promise<Supplier> =>
  suppliers(db).where('suppliers.id', '=', id).executeTakeFirstOrThrow()

/** CNPJ, also with punctuation or a label, code or company name (contract 2.12.6). */
function matches(search: string): RawBuilder<SqlBool> {
  // A trigram index cannot narrow a short text: scanning the table is twice as fast.
  const text = hasTrigram(search) ? sql`search_text` : unindexed.text(sql`search_text`)
  const asTyped = sql<SqlBool>`${text} like ${contains(search)}`
  const cnpj = cnpjIn(search) ?? normaliseCnpj(search)
  const isWrittenOtherwise = cnpj !== search && /^[A-Z0-9]+$/.test(cnpj)
  // CNPJs are stored without punctuation and are the start of search_text: its index finds candidates, the condition on
  // cnpj decides.
  const unmasked = sql<SqlBool>`search_text like ${contains(cnpj)} and cnpj like ${`%${cnpj}%`}`
  return isWrittenOtherwise ? sql<SqlBool>`(${asTyped} or ${unmasked})` : asTyped
}

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

import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { computedOnce } from '../../../platform/db/planner-hints.ts'
import { contains, hasTrigram } from '../../../platform/db/search.ts'

/** The search term of a list, and what has a name that contains it. */
export interface Search {
  term: string
  /** Pattern for `like`, without accents and capitals. */
  pattern: string
  departmentIds: readonly number[]
  personIds: readonly number[]
  itemTypeIds: readonly number[]
  /** Null when there are too many to compare with each item; empty for a term that no index finds. */
  supplierIds: readonly number[] | null
  /** '#123' finds only that protocol. */
  exactId: number | undefined
  /** True when a trigram index can find the term. */
  isIndexed: boolean
  /** False for a search that finds documents and suppliers in another way. */
  isOfItems: boolean
}

/** Number of suppliers that are looked up by their ids. */
const mostSuppliers = 200

/** Searches the registers first: these tables are small, and indexes find the protocols of what they find. */
export async function readSearch(db: Db, term: string, { isOfItems = true } = {}): Promise<Search> {
  const isIndexed = hasTrigram(term)
  const suppliers =
    isOfItems && isIndexed
      ? sql`array(select id from suppliers where search_text like pattern and searchable(company_name) like pattern
          limit ${sql.lit(mostSuppliers + 1)})`
      : sql`'{}'::int[]`
  const { rows } = await sql<
    Pick<Search, 'pattern' | 'departmentIds' | 'personIds' | 'itemTypeIds'> & { supplierIds: number[] }
  >`
    with ${computedOnce('term', sql`select ${contains(term)} as pattern`)}
    select pattern,
      array(select id from departments where searchable(name) like pattern) as department_ids,
      array(select id from users where search_text like pattern and searchable(name) like pattern) as person_ids,
      array(select id from item_types where searchable(name) like pattern) as item_type_ids,
      ${suppliers} as supplier_ids
    from term`.execute(db)
  const found = rows[0] ?? { pattern: term, departmentIds: [], personIds: [], itemTypeIds: [], supplierIds: [] }
  const exactId = /^#\s*(\d{1,9})$/.exec(term)?.[1]
  return {
    ...found,
    term,
    supplierIds: found.supplierIds.length <= mostSuppliers ? found.supplierIds : null,
    exactId: exactId === undefined ? undefined : Number(exactId),
    isIndexed: hasTrigram(found.pattern),
    isOfItems,
  }
}

import type { Match } from '@malote/core/protocols/protocol.ts'
import { searchable, searchableNumber } from '@malote/core/shared/typed-text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { contains, hasTrigram } from '../../../platform/db/search.ts'
import { computedOnce, unindexed } from '../../../platform/db/statements.ts'

/** The search term of a list, and what has a name that contains it. */
export interface Search {
  term: string
  /** Pattern for `like`, without accents and capitals. */
  pattern: string
  /** The same for document numbers, in which the mask of a long number does not matter. */
  numberPattern: string
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

/** Searches the catalogs first: these tables are small, and indexes find the protocols of what they find. */
export async function readSearch(db: Db, term: string, { isOfItems = true } = {}): Promise<Search> {
  const isIndexed = hasTrigram(term)
  const suppliers =
    isOfItems && isIndexed
      ? sql`array(select id from suppliers where search_text like pattern and searchable(company_name) like pattern
          limit ${sql.lit(mostSuppliers + 1)})`
      : sql`'{}'::int[]`
  const { rows } = await sql<
    Pick<Search, 'pattern' | 'numberPattern' | 'departmentIds' | 'personIds' | 'itemTypeIds'> & {
      supplierIds: number[]
    }
  >`
    with ${computedOnce('term', sql`select ${contains(term)} as pattern, ${contains(searchableNumber(term))} as number_pattern`)}
    select pattern, number_pattern,
      array(select id from departments where searchable(name) like pattern) as department_ids,
      array(select id from users where search_text like pattern and searchable(name) like pattern) as person_ids,
      array(select id from item_types where searchable(name) like pattern) as item_type_ids,
      ${suppliers} as supplier_ids
    from term`.execute(db)
  const found = rows[0] ?? {
    pattern: term,
    numberPattern: term,
    departmentIds: [],
    personIds: [],
    itemTypeIds: [],
    supplierIds: [],
  }
  const exactId = /^#\s*(\d{1,9})$/.exec(searchable(term))?.[1]
  return {
    ...found,
    term,
    supplierIds: found.supplierIds.length <= mostSuppliers ? found.supplierIds : null,
    exactId: exactId === undefined ? undefined : Number(exactId),
    isIndexed: hasTrigram(found.pattern),
    isOfItems,
  }
}

/**
 * Why each protocol `p` of a page is a hit, as JSON: the best field that contains the term, with an excerpt. For
 * statements whose FROM is `protocolRowTables`. Reads only the protocol's own rows and the names that its screens show.
 *
 * @param first the protocol whose number is the whole term
 */
export function matchOf(search: Search, first: number | undefined): RawBuilder<unknown> {
  const { term, pattern, numberPattern, personIds, departmentIds, itemTypeIds, isOfItems } = search
  const hit = (field: Match['field'], text: RawBuilder<unknown>, rest: RawBuilder<unknown>) =>
    sql`(select json_build_object('field', ${sql.lit(field)}, 'text', excerpt(${text}, ${term})) ${rest})`
  /** The first item of the form that fits. */
  const ofItem = (field: Match['field'], text: RawBuilder<unknown>, condition: RawBuilder<unknown>, join = sql``) =>
    hit(field, text, sql`from items i ${join} where i.protocol_id = p.id and ${condition} order by i.position limit 1`)
  const contains = (text: RawBuilder<unknown>) => sql`searchable(${text}) like ${pattern}`
  const isOneOf = (id: RawBuilder<unknown>, ids: readonly number[]) => sql`${id} = any(${ids}::int[])`
  const number = sql`p.id::text`
  // Best first; later ones are not computed.
  const hits = [
    hit('number', number, sql`where p.id = ${first ?? 0}`),
    ...(isOfItems
      ? [ofItem('document', sql`i.document_number`, sql`${unindexed.text(sql`i.search_text`)} like ${numberPattern}`)]
      : []),
    hit('number', number, sql`where ${number} like ${pattern}`),
    ofItem('description', sql`i.description`, sql`searchable_number(i.description) like ${pattern}`),
    ofItem('reason', sql`i.reason`, sql`searchable_number(i.reason) like ${pattern}`),
    hit('remarks', sql`p.remarks`, sql`where ${contains(sql`p.remarks`)}`),
    hit('person', sql`creator.name`, sql`where ${isOneOf(sql`p.created_by`, personIds)}`),
    ofItem(
      'person',
      sql`u.name`,
      isOneOf(unindexed.number(sql`i.responsible_id`), personIds),
      sql`join users u on u.id = i.responsible_id`,
    ),
    ofItem(
      'type',
      sql`t.name`,
      isOneOf(unindexed.number(sql`i.item_type_id`), itemTypeIds),
      sql`join item_types t on t.id = i.item_type_id`,
    ),
    ...(isOfItems
      ? [
          ofItem(
            'supplier',
            sql`s.company_name`,
            contains(sql`s.company_name`),
            sql`join suppliers s on s.id = i.supplier_id`,
          ),
        ]
      : []),
    hit('department', sql`origin.name`, sql`where ${isOneOf(sql`p.origin_department_id`, departmentIds)}`),
    hit('department', sql`destination.name`, sql`where ${isOneOf(sql`p.destination_department_id`, departmentIds)}`),
    // The term may begin in the number and end in the remarks, which are one text for the index.
    hit('remarks', sql`p.remarks`, sql`where p.search_text like ${pattern}`),
  ]
  return sql`coalesce(${sql.join(hits)})`
}

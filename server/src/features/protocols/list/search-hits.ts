import { protocolNumberOf } from '@malote/core/tracking/protocol-number.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { directionsIn, isInDirection, isInScope } from '../../../domain/visibility/directions.ts'
import type { Scope } from '../../../domain/visibility/visible-to.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { documentHas } from '../../../platform/db/search.ts'
import { rowByRow } from '../../../platform/db/statements.ts'
import { hasMembership, isListed, type ListFilter, listed } from './list-filter.ts'
import type { Search } from './search-terms.ts'

/** Hits are counted up to this number. A broader search reports 1,000 and still lists its best hits in order. */
export const mostCounted = 1_000

/** Number of items read from one index: a protocol has several, so that this many are usually enough. */
const mostItems = 5 * mostCounted

/** Number of the newest protocols in which a term of one or two letters is searched. */
const newestLookedAt = 10_000

/** The kinds of hits, best first. */
const rank = { number: 0, document: 1, words: 2 } as const

/**
 * The protocol whose number is the whole search term, if it is in the list. It comes before all other hits, whatever
 * its age.
 */
export async function findNumbered(
  db: Db,
  scope: Scope,
  filter: ListFilter,
  term: string,
): Promise<number | undefined> {
  const number = protocolNumberOf(term)
  if (number === null) return undefined
  const { rows } = await sql<{ id: number }>`select p.id ${numbered(number, scope, filter)}`.execute(db)
  return rows[0]?.id
}

const numbered = (number: number, scope: Scope, filter: ListFilter) =>
  sql`from protocols p where p.id = ${number} and ${isInScope(scope, 'p')} and ${isListed(filter)}`

/** True when a department's name matches, so that every protocol of the scope is a hit. */
export function findsWholeScope(scope: Scope, { departmentIds, exactId }: Search): boolean {
  if (exactId !== undefined || scope.kind === 'all') return false
  return scope.kind === 'department'
    ? departmentIds.includes(scope.id)
    : departmentIds.includes(scope.one) || departmentIds.includes(scope.other)
}

/**
 * The search as a condition on the protocols `p` and their items. Row by row, because PostgreSQL would otherwise look for
 * the items of all protocols at once.
 */
export const isHit = (search: Search): RawBuilder<SqlBool> => sql<SqlBool>`(
  p.search_text like ${search.pattern}
  or p.origin_department_id = any(${search.departmentIds}::int[])
  or p.destination_department_id = any(${search.departmentIds}::int[])
  or p.created_by = any(${search.personIds}::int[])
  or exists (select from items i where i.protocol_id = p.id and (
    i.word_text like ${search.pattern} or i.responsible_id = any(${search.personIds}::int[])
    or i.item_type_id = any(${search.itemTypeIds}::int[])
    ${search.isOfItems ? sql`or i.search_text like ${search.numberPattern} or ${isOfSuppliers(search)}` : sql``}
  ) ${rowByRow})
)`

/** A hit by the document number of an item. */
export const isDocumentHit = ({ numberPattern }: Search): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from items i where i.protocol_id = p.id and i.search_text like ${numberPattern} ${rowByRow})`

const isOfSuppliers = ({ supplierIds, pattern }: Search) =>
  supplierIds === null
    ? sql`exists (select from suppliers s
        where s.id = i.supplier_id and s.search_text like ${pattern} and searchable(s.company_name) like ${pattern})`
    : sql`i.supplier_id = any(${supplierIds}::int[])`

/**
 * The protocols that a search finds, as a table `(id, created_at, place)`, where place is their best {@link rank}. Each
 * kind of hit has its own index and a limit.
 *
 * @param first what {@link findNumbered} found
 */
export function hitsOf(scope: Scope, filter: ListFilter, search: Search, first: number | undefined) {
  const branches = branchesOf(scope, filter, search)
  if (first !== undefined)
    branches.push({ place: sql.lit(rank.number), found: numbered(first, scope, filter), most: 1 })
  const capped = branches.map(
    ({ place, found, most }) =>
      sql`(select p.id, p.created_at, ${place}::int as place ${found} limit ${sql.lit(most + 1)})`,
  )
  return sql`select id, created_at, min(place) as place from (${sql.join(capped, sql` union all `)}) hits group by 1, 2`
}

interface Branch {
  place: RawBuilder<unknown>
  /** `from … where …` with the protocols as `p`. */
  found: RawBuilder<unknown>
  most: number
}

function branchesOf(scope: Scope, filter: ListFilter, search: Search): Branch[] {
  const { exactId, isIndexed, isOfItems, pattern, personIds, departmentIds, itemTypeIds, supplierIds } = search
  if (exactId !== undefined) return [{ place: sql.lit(rank.number), found: numbered(exactId, scope, filter), most: 1 }]
  if (!isIndexed) return [newest(scope, filter, search)]

  const fits = sql`${isInScope(scope, 'p')} and ${isListed(filter)}`
  const ofItems = (condition: RawBuilder<unknown>) => fromItems(sql`${condition} and ${isInScope(scope, 'i')}`, filter)
  const words = (found: RawBuilder<unknown>, most = mostItems): Branch => ({ place: sql.lit(rank.words), found, most })
  const branches = [
    words(sql`from protocols p where p.search_text like ${pattern} and ${fits}`, mostCounted),
    words(ofItems(sql`i.word_text like ${pattern}`)),
  ]
  if (isOfItems) branches.push(documents(scope, filter, search))
  if (personIds.length > 0) {
    branches.push(
      words(sql`from protocols p where p.created_by = any(${personIds}::int[]) and ${fits}`, mostCounted),
      words(ofItems(sql`i.responsible_id = any(${personIds}::int[])`)),
    )
  }
  if (itemTypeIds.length > 0) {
    for (const direction of directionsIn(scope)) {
      const isOfType = sql`i.item_type_id = any(${itemTypeIds}::int[])`
      branches.push(words(fromItems(sql`${isOfType} and ${isInDirection(direction, 'i')}`, filter)))
    }
  }
  if (supplierIds === null || supplierIds.length > 0) branches.push(words(ofItems(isOfSuppliers(search))))
  if (departmentIds.length > 0) branches.push(words(ofDepartments(scope, filter, departmentIds), mostCounted))
  return branches
}

/** The protocols of items, looked up one by one: the limit of the branch stops both. */
const fromItems = (condition: RawBuilder<unknown>, filter: ListFilter) => sql`from items i,
  lateral (select p.id, p.created_at from protocols p where p.id = i.protocol_id and ${isListed(filter)} ${rowByRow}) p
  where ${condition}`

const documents = (scope: Scope, filter: ListFilter, { numberPattern }: Search): Branch => ({
  place: sql.lit(rank.document),
  found: fromItems(sql`${documentHas(numberPattern)} and ${isInScope(scope, 'i')}`, filter),
  most: mostItems,
})

/** The hits by document number, newest first: up to {@link mostCounted} and one more. */
export async function findDocuments(db: Db, scope: Scope, filter: ListFilter, search: Search): Promise<number[]> {
  if (!search.isOfItems || search.exactId !== undefined || !search.isIndexed) return []
  const { found, most } = documents(scope, filter, search)
  const { rows } = await sql<{ id: number }>`
    select distinct on (created_at, id) id
    from (select p.id, p.created_at ${found} limit ${sql.lit(most + 1)}) hits
    order by created_at desc, id desc limit ${sql.lit(mostCounted + 1)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** No index finds so short a term: reads the newest protocols. */
const newest = (scope: Scope, filter: ListFilter, search: Search): Branch => ({
  place: sql`case when ${isDocumentHit(search)} then ${sql.lit(rank.document)} else ${sql.lit(rank.words)} end`,
  found: sql`from (
      select * from ${listed(scope, filter)} s order by created_at desc, id desc limit ${sql.lit(newestLookedAt)}
    ) s join protocols p on p.id = s.id where ${isHit(search)}`,
  most: newestLookedAt,
})

/**
 * Protocols that the scope shares with the given departments. {@link findsWholeScope} has already handled the scope's
 * own department.
 */
function ofDepartments(scope: Scope, filter: ListFilter, departmentIds: readonly number[]) {
  if (scope.kind === 'all') {
    return sql`from (select m.protocol_id as id, m.created_at from protocol_departments m
      where m.department_id = any(${departmentIds}::int[]) and ${hasMembership(filter)}) p`
  }
  const own = scope.kind === 'department' ? scope.id : scope.one
  return sql`from protocols p where ${isInScope(scope, 'p')} and ${isListed(filter)} and (
    (p.origin_department_id = ${own} and p.destination_department_id = any(${departmentIds}::int[]))
    or (p.destination_department_id = ${own} and p.origin_department_id = any(${departmentIds}::int[])))`
}

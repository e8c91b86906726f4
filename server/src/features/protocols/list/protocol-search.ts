import { protocolNumberOf } from '@malote/core/tracking/protocol-number.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { computedOnce, rowByRow } from '../../../db/planner-hints.ts'
import { contains, documentHas, hasLongNumber, hasTrigram } from '../../../db/search.ts'
import { isInScope } from '../../../visibility/directions.ts'
import type { Scope } from '../../../visibility/scope.ts'
import { hasMembership, isListed, type ListFilter } from './list-filter.ts'
import { listed } from './listed-protocols.ts'

/** The search term of the list, and the people and departments whose names contain it. */
export interface Search {
  /** Pattern for `like`, without accents and capitals. */
  pattern: string
  departmentIds: readonly number[]
  personIds: readonly number[]
  /** '#123' finds only that protocol. */
  exactId: number | undefined
  /** True when a trigram index can find the term. */
  isIndexed: boolean
}

/** Hits are counted up to this number. A broader search reports 1,000 and still lists its newest hits in order. */
export const mostCounted = 1_000

/** A term is probed in this many of the newest protocols; with this many hits, it may be broad. */
const probed = { protocols: 300, hits: 15 }

/** Number of the newest protocols read to count the hits of a broad term. */
const mostWalked = 20_000

/** Number of the newest protocols in which a term of one or two letters is searched. */
const newestLookedAt = 10_000

/** Searches departments and people first: these tables are small, and indexes find their protocols. */
export async function readSearch(db: Db, term: string): Promise<Search> {
  const { rows } = await sql<Pick<Search, 'pattern' | 'departmentIds' | 'personIds'>>`
    with ${computedOnce('term', sql`select ${contains(term)} as pattern`)}
    select pattern,
      array(select id from departments where searchable(name) like pattern) as department_ids,
      array(select id from users where search_text like pattern and searchable(name) like pattern) as person_ids
    from term`.execute(db)
  const found = rows[0] ?? { pattern: term, departmentIds: [], personIds: [] }
  const exactId = /^#\s*(\d{1,9})$/.exec(term)?.[1]
  return {
    ...found,
    exactId: exactId === undefined ? undefined : Number(exactId),
    isIndexed: hasTrigram(found.pattern),
  }
}

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
  const { rows } = await sql<{ id: number }>`
    select s.id from ${numbered(number, scope, filter)} s`.execute(db)
  return rows[0]?.id
}

/** A table `(id, created_at)` with only that protocol; empty when it is not in the list. */
const numbered = (number: number, scope: Scope, filter: ListFilter) =>
  sql`(select p.id, p.created_at from protocols p
    where p.id = ${number} and ${isInScope(scope, 'p')} and ${isListed(filter)})`

/** True when a department's name matches, so that every protocol of the scope is a hit. */
export function findsWholeScope(scope: Scope, { departmentIds, exactId }: Search): boolean {
  if (exactId !== undefined || scope.kind === 'all') return false
  return scope.kind === 'department'
    ? departmentIds.includes(scope.id)
    : departmentIds.includes(scope.one) || departmentIds.includes(scope.other)
}

/** The search as a condition on the protocols `p`: number, remarks, departments, creator, documents of the items. */
export const isHit = ({ pattern, departmentIds, personIds }: Search): RawBuilder<SqlBool> => sql<SqlBool>`(
  p.search_text like ${pattern}
  or p.origin_department_id = any(${departmentIds}::int[]) or p.destination_department_id = any(${departmentIds}::int[])
  or p.created_by = any(${personIds}::int[])
  or exists (select from items i where i.protocol_id = p.id and i.search_text like ${pattern})
)`

/**
 * The protocols that a search finds, as a table `(id, created_at)`. Each kind of hit has its own index and a limit.
 *
 * @param first what {@link findNumbered} found
 */
export function hitsOf(
  scope: Scope,
  filter: ListFilter,
  search: Search,
  first: number | undefined,
): RawBuilder<unknown> {
  if (search.exactId !== undefined) return numbered(search.exactId, scope, filter)
  const hits = search.isIndexed ? indexedHits(scope, filter, search) : newestHits(scope, filter, search)
  return first === undefined ? hits : sql`(${hits} union ${numbered(first, scope, filter)})`
}

function indexedHits(scope: Scope, filter: ListFilter, search: Search): RawBuilder<unknown> {
  const { pattern, personIds, departmentIds } = search
  const isNarrowed = isListed(filter)
  const fits = sql`${isInScope(scope, 'p')} and ${isNarrowed}`
  const branches = [
    sql`from protocols p where p.search_text like ${pattern} and ${fits}`,
    sql`from items i join protocols p on p.id = i.protocol_id
      where ${documentHas(pattern)} and ${isInScope(scope, 'i')} and ${isNarrowed}`,
  ]
  if (personIds.length > 0) {
    branches.push(sql`from protocols p where p.created_by = any(${personIds}::int[]) and ${fits}`)
  }
  if (departmentIds.length > 0) branches.push(ofDepartments(scope, filter, departmentIds))
  const capped = branches.map((branch) => sql`(select p.id, p.created_at ${branch} limit ${sql.lit(mostCounted + 1)})`)
  return sql`(${sql.join(capped, sql` union `)})`
}

/**
 * True when more protocols contain the term than are counted, estimated from the newest ones. For a broad term, reading
 * the list finds the newest hits sooner than the trigram index, which must gather all hits. Long numbers are rare.
 */
export async function isBroad(db: Db, scope: Scope, filter: ListFilter, search: Search): Promise<boolean> {
  if (!search.isIndexed || search.exactId !== undefined || hasLongNumber(search.pattern)) return false
  const found = (most: number, among: number) => countNewest(db, scope, filter, search, most, among)
  if ((await found(probed.hits, probed.protocols)) < probed.hits) return false
  return (await found(mostCounted + 1, mostWalked)) > mostCounted
}

/** Counts up to `most` of the newest protocols of a list that contain the term themselves, not only in their items. */
async function countNewest(
  db: Db,
  scope: Scope,
  filter: ListFilter,
  { pattern }: Search,
  most: number,
  among: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from (
        select * from ${listed(scope, filter)} s order by created_at desc, id desc limit ${sql.lit(among)}
      ) s, lateral (select from protocols p where p.id = s.id and p.search_text like ${pattern} ${rowByRow}) p
      limit ${sql.lit(most)}
    ) hits`.execute(db)
  return rows[0]?.n ?? 0
}

function newestHits(scope: Scope, filter: ListFilter, search: Search) {
  return sql`(select p.id, p.created_at
    from (
      select * from ${listed(scope, filter)} s order by created_at desc, id desc limit ${sql.lit(newestLookedAt)}
    ) s
    join protocols p on p.id = s.id
    where ${isHit(search)})`
}

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

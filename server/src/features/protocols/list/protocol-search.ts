import { protocolNumberOf } from '@malote/core/tracking/protocol-number.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { computedOnce, rowByRow } from '../../../db/planner-hints.ts'
import { contains, documentHas, hasLongNumber, hasTrigram } from '../../../db/search.ts'
import { isInScope } from '../../../visibility/directions.ts'
import { protocolsIn } from '../../../visibility/protocols-in.ts'
import type { Scope } from '../../../visibility/scope.ts'
import { hasStatusAndDays, type StatusAndDays } from '../../../visibility/status-and-days.ts'

/** What somebody typed into the search of the list, and the people and departments whose names have it. */
export interface Search {
  /** The pattern of `like`, without accents and capitals. */
  pattern: string
  departmentIds: readonly number[]
  personIds: readonly number[]
  /** '#123' means just that protocol. */
  exactId: number | undefined
  /** A trigram index can find it. */
  isIndexed: boolean
}

/** Hits are counted up to here; a broader search says 1,000 and still shows its newest ones in order. */
export const mostCounted = 1_000

/** In how many of the newest protocols a text is looked for to learn whether it is broad, and how many hits then say so. */
const probed = { protocols: 300, hits: 15 }

/** How many of the newest protocols are read to count the hits of a broad text. */
const mostWalked = 20_000

/** How many of the newest protocols a text of one or two letters is looked for in. */
const newestLookedAt = 10_000

/** The small tables first: departments and people are few, and their protocols are found by an index. */
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
 * The protocol whose number is the whole text, when it is on the list: such a search shows it before all other hits,
 * whatever its age.
 */
export async function findNumbered(
  db: Db,
  scope: Scope,
  statusAndDays: StatusAndDays,
  term: string,
): Promise<number | undefined> {
  const number = protocolNumberOf(term)
  if (number === null) return undefined
  const { rows } = await sql<{ id: number }>`
    select s.id from ${numbered(number, scope, statusAndDays)} s`.execute(db)
  return rows[0]?.id
}

/** A table `(id, created_at)` of that protocol alone, empty when the list does not have it. */
const numbered = (number: number, scope: Scope, statusAndDays: StatusAndDays) =>
  sql`(select p.id, p.created_at from protocols p
    where p.id = ${number} and ${isInScope(scope, 'p')} and ${hasStatusAndDays('p', statusAndDays)})`

/** True when the department's name alone makes every protocol of the scope a hit. */
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
 * The protocols that a search finds, as a table `(id, created_at)`; each kind of hit by its own index, and capped.
 *
 * @param first what {@link findNumbered} found
 */
export function hitsOf(
  scope: Scope,
  statusAndDays: StatusAndDays,
  search: Search,
  first: number | undefined,
): RawBuilder<unknown> {
  if (search.exactId !== undefined) return numbered(search.exactId, scope, statusAndDays)
  const hits = search.isIndexed ? indexedHits(scope, statusAndDays, search) : newestHits(scope, statusAndDays, search)
  return first === undefined ? hits : sql`(${hits} union ${numbered(first, scope, statusAndDays)})`
}

function indexedHits(scope: Scope, statusAndDays: StatusAndDays, search: Search): RawBuilder<unknown> {
  const { pattern, personIds, departmentIds } = search
  const isNarrowed = hasStatusAndDays('p', statusAndDays)
  const fits = sql`${isInScope(scope, 'p')} and ${isNarrowed}`
  const branches = [
    sql`from protocols p where p.search_text like ${pattern} and ${fits}`,
    sql`from items i join protocols p on p.id = i.protocol_id
      where ${documentHas(pattern)} and ${isInScope(scope, 'i')} and ${isNarrowed}`,
  ]
  if (personIds.length > 0) {
    branches.push(sql`from protocols p where p.created_by = any(${personIds}::int[]) and ${fits}`)
  }
  if (departmentIds.length > 0) branches.push(ofDepartments(scope, statusAndDays, departmentIds))
  const capped = branches.map((branch) => sql`(select p.id, p.created_at ${branch} limit ${sql.lit(mostCounted + 1)})`)
  return sql`(${sql.join(capped, sql` union `)})`
}

/**
 * True when more protocols have a text in themselves than are counted, judged by the newest ones: the list finds the
 * newest of so many sooner than the trigram index, which must gather all that there ever were. Long numbers are rare.
 */
export async function isBroad(db: Db, scope: Scope, statusAndDays: StatusAndDays, search: Search): Promise<boolean> {
  if (!search.isIndexed || search.exactId !== undefined || hasLongNumber(search.pattern)) return false
  const found = (most: number, among: number) => countNewest(db, scope, statusAndDays, search, most, among)
  if ((await found(probed.hits, probed.protocols)) < probed.hits) return false
  return (await found(mostCounted + 1, mostWalked)) > mostCounted
}

/** Counts up to `most` of the newest protocols of a list that have the text in themselves, not only in their items. */
async function countNewest(
  db: Db,
  scope: Scope,
  statusAndDays: StatusAndDays,
  { pattern }: Search,
  most: number,
  among: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from (
        select * from ${protocolsIn(scope, statusAndDays)} s order by created_at desc, id desc limit ${sql.lit(among)}
      ) s, lateral (select from protocols p where p.id = s.id and p.search_text like ${pattern} ${rowByRow}) p
      limit ${sql.lit(most)}
    ) hits`.execute(db)
  return rows[0]?.n ?? 0
}

function newestHits(scope: Scope, statusAndDays: StatusAndDays, search: Search) {
  return sql`(select p.id, p.created_at
    from (
      select * from ${protocolsIn(scope, statusAndDays)} s order by created_at desc, id desc limit ${sql.lit(newestLookedAt)}
    ) s
    join protocols p on p.id = s.id
    where ${isHit(search)})`
}

/** What a scope has in common with other departments; its own was asked before, see {@link findsWholeScope}. */
function ofDepartments(scope: Scope, statusAndDays: StatusAndDays, departmentIds: readonly number[]) {
  if (scope.kind === 'all') {
    return sql`from (select m.protocol_id as id, m.created_at from protocol_departments m
      where m.department_id = any(${departmentIds}::int[]) and ${hasStatusAndDays('m', statusAndDays)}) p`
  }
  const own = scope.kind === 'department' ? scope.id : scope.one
  return sql`from protocols p where ${isInScope(scope, 'p')} and ${hasStatusAndDays('p', statusAndDays)} and (
    (p.origin_department_id = ${own} and p.destination_department_id = any(${departmentIds}::int[]))
    or (p.destination_department_id = ${own} and p.origin_department_id = any(${departmentIds}::int[])))`
}

import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Scope } from '../../../domain/visibility/visible-to.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { hasLongNumber } from '../../../platform/db/search.ts'
import { rowByRow } from '../../../platform/db/statements.ts'
import type { ListFilter } from './list-filter.ts'
import { listed } from './list-filter.ts'
import { totalOf } from './protocol-totals.ts'
import { isDocumentHit, isHit, mostCounted } from './search-hits.ts'
import type { Search } from './search-terms.ts'

/** How a search is answered when its term is frequent among the newest protocols. */
export type Breadth =
  /** These are the newest hits: all of them, or more than are counted. */
  | { kind: 'walked'; ids: readonly number[]; isOfDocuments: boolean }
  /** More protocols contain the term than are counted; which ones is not known. */
  | { kind: 'broad' }

/** A term is probed in this many of the newest protocols. */
const probed = 300

/** With this share of hits among the probed protocols, the list may be read instead of the indexes. */
const frequent = { texts: 0.05, hits: 0.03 }

/** Number of the newest protocols read: with their own text only, or also with their items. */
const mostWalked = { texts: 20_000, hits: 15_000 }

/**
 * Estimates from the newest protocols whether the term is frequent. Reading the list then finds the newest hits sooner
 * than the indexes, which must gather all hits. Long numbers are rare.
 */
export async function breadthOf(
  db: Db,
  scope: Scope,
  filter: ListFilter,
  search: Search,
): Promise<Breadth | undefined> {
  if (!search.isIndexed || search.exactId !== undefined || hasLongNumber(search.pattern)) return undefined
  const remembered = broadSearches(db)
  const key = JSON.stringify([scope, filter, search])
  if (remembered.has(key)) return { kind: 'broad' }
  const breadth = await measureBreadth(db, scope, filter, search)
  const isBroad = breadth?.kind === 'broad' || (breadth && !breadth.isOfDocuments && breadth.ids.length > mostCounted)
  if (isBroad) remembered.set(key, true)
  return breadth
}

/**
 * Searches that were broad a moment ago, so that the next page, and the next person of the department who looks for the
 * same, do not measure them again. Their number of hits may fall below the limit meanwhile, which is not noticed.
 */
function broadSearches(db: Db): LRUCache<string, true> {
  const known = searchesOf.get(db) ?? new LRUCache({ max: 1_000, ttl: 60_000 })
  searchesOf.set(db, known)
  return known
}

const searchesOf = new WeakMap<Db, LRUCache<string, true>>()

async function measureBreadth(db: Db, scope: Scope, filter: ListFilter, search: Search): Promise<Breadth | undefined> {
  const isText = sql<SqlBool>`p.search_text like ${search.pattern}`
  const isDocument = search.isOfItems ? isDocumentHit(search) : sql<SqlBool>`false`
  const { rows } = await sql<{ size: number; probed: number; texts: number; documents: number; hits: number }>`
    select ${totalOf(scope, filter)}::int as size, count(*) as probed, count(*) filter (where is_text) as texts,
      count(*) filter (where is_document) as documents, count(*) filter (where is_text or is_hit) as hits
    from ${newestOf(scope, filter, probed)} s, lateral (
      select ${isText} as is_text, ${isDocument} as is_document, ${isHit(search)} as is_hit
      from protocols p where p.id = s.id ${rowByRow}
    ) p`.execute(db)
  const found = rows[0]
  if (!found || found.probed === 0) return undefined
  // Whether a walk is likely to end with more hits than are counted, or with the list.
  const isWorthWalking = (hits: number) =>
    hits / found.probed >= frequent.hits &&
    (found.size <= mostWalked.hits || (hits / found.probed) * mostWalked.hits > 1.2 * mostCounted)
  const walk = async (condition: RawBuilder<SqlBool>, isOfDocuments: boolean): Promise<Breadth | undefined> => {
    const ids = await newestHits(db, scope, filter, condition, mostWalked.hits)
    const isComplete = !isOfDocuments && found.size <= mostWalked.hits
    return isComplete || ids.length > mostCounted ? { kind: 'walked', ids, isOfDocuments } : undefined
  }
  if (found.documents * mostWalked.hits > 1.2 * mostCounted * found.probed) {
    const walked = await walk(isDocument, true)
    if (walked) return walked
  }
  if (isWorthWalking(found.hits)) return walk(isHit(search), false)
  if (found.texts < frequent.texts * found.probed) return undefined
  const texts = await newestHits(db, scope, filter, isText, mostWalked.texts)
  return texts.length > mostCounted ? { kind: 'broad' } : undefined
}

/** The newest protocols of a list that satisfy the condition on `p`: up to {@link mostCounted} and one more. */
async function newestHits(
  db: Db,
  scope: Scope,
  filter: ListFilter,
  condition: RawBuilder<SqlBool>,
  among: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select s.id from ${newestOf(scope, filter, among)} s,
      lateral (select from protocols p where p.id = s.id and ${condition} ${rowByRow}) p
    order by s.created_at desc, s.id desc limit ${sql.lit(mostCounted + 1)}`.execute(db)
  return rows.map(({ id }) => id)
}

const newestOf = (scope: Scope, filter: ListFilter, among: number) =>
  sql`(select * from ${listed(scope, filter)} s order by created_at desc, id desc limit ${sql.lit(among)})`

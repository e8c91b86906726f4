import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { rowByRow } from '../../../db/planner-hints.ts'
import { hasLongNumber } from '../../../db/search.ts'
import type { Scope } from '../../../visibility/scope.ts'
import type { ListFilter } from './list-filter.ts'
import { listed } from './listed-protocols.ts'
import { isDocumentHit, isHit, mostCounted } from './search-hits.ts'
import type { Search } from './search-terms.ts'

/** What a broad search finds too often to be gathered: documents, or anything. */
export type Breadth = 'documents' | 'words' | undefined

/** A term is probed in this many of the newest protocols. With this many hits there, it may be broad. */
const probed = { protocols: 300, textHits: 15, hits: 30 }

/** Number of the newest protocols read to count the hits of a broad term: in their own text, or also in their items. */
const mostWalked = { text: 20_000, items: 12_000 }

/**
 * Whether more protocols contain the term than are counted, estimated from the newest ones. For a broad term, reading
 * the list finds the newest hits sooner than the indexes, which must gather all hits. Long numbers are rare.
 */
export async function breadthOf(db: Db, scope: Scope, filter: ListFilter, search: Search): Promise<Breadth> {
  if (!search.isIndexed || search.exactId !== undefined || hasLongNumber(search.pattern)) return undefined
  const isText = sql<SqlBool>`p.search_text like ${search.pattern}`
  const isDocument = search.isOfItems ? isDocumentHit(search) : sql<SqlBool>`false`
  const newest = newestOf(scope, filter, probed.protocols)
  const { rows } = await sql<{ texts: number; documents: number; hits: number }>`
    select count(*) filter (where is_text) as texts, count(*) filter (where is_document) as documents,
      count(*) filter (where is_hit) as hits
    from ${newest} s, lateral (
      select ${isText} as is_text, ${isDocument} as is_document, ${isHit(search)} as is_hit
      from protocols p where p.id = s.id ${rowByRow}
    ) p`.execute(db)
  const { texts = 0, documents = 0, hits = 0 } = rows[0] ?? {}
  const isBroad = (condition: RawBuilder<SqlBool>, among: number) => hasMany(db, scope, filter, condition, among)
  if (documents >= probed.hits && (await isBroad(isDocument, mostWalked.items))) return 'documents'
  if (texts >= probed.textHits && (await isBroad(isText, mostWalked.text))) return 'words'
  if (hits >= probed.hits && (await isBroad(isHit(search), mostWalked.items))) return 'words'
  return undefined
}

/** Whether more than the counted number of the newest protocols of a list satisfy the condition on `p`. */
async function hasMany(
  db: Db,
  scope: Scope,
  filter: ListFilter,
  condition: RawBuilder<SqlBool>,
  among: number,
): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select from ${newestOf(scope, filter, among)} s,
        lateral (select from protocols p where p.id = s.id and ${condition} ${rowByRow}) p
      limit ${sql.lit(mostCounted + 1)}
    ) hits`.execute(db)
  return (rows[0]?.n ?? 0) > mostCounted
}

const newestOf = (scope: Scope, filter: ListFilter, among: number) =>
  sql`(select * from ${listed(scope, filter)} s order by created_at desc, id desc limit ${sql.lit(among)})`

import { mostOccurrencesListed, type Occurrence, type OccurrenceFilter } from '@malote/core/occurrences/occurrence.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { metaFor, type PageMeta } from '@malote/core/shared/pagination.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { mostCounted, readSearch } from '../protocols/public.ts'
import { occurrenceColumns, occurrenceTables } from './occurrence-row.ts'
import { newestOf, type OccurrenceScope, occurrenceScopeOf } from './occurrence-scope.ts'
import { isOccurrenceHit, occurrenceHits } from './occurrence-search.ts'

/**
 * A page of the occurrences that the viewer may see, newest first. The total stops at {@link mostOccurrencesListed}, that
 * of a search at {@link mostCounted}, and pages beyond it are empty.
 */
export async function listOccurrences(
  db: Db,
  viewer: Viewer,
  filter: OccurrenceFilter,
): Promise<{ data: Occurrence[]; meta: PageMeta }> {
  const { page, perPage } = filter
  const scope = occurrenceScopeOf(viewer, filter)
  const skip = (page - 1) * perPage
  const search = filter.search === undefined ? undefined : await readSearch(db, filter.search, { isOfItems: false })
  const hits = search && occurrenceHits(scope, search)
  const { rows: counts } = await sql<{ total: number }>`
    select ${hits ? sql`(select count(*) from ${hits} hits)` : totalOf(scope)}::int as total`.execute(db)
  const counted = counts[0]?.total ?? 0
  const isBroad = search !== undefined && counted > mostCounted
  const total = isBroad ? mostCounted : counted
  const take = Math.min(perPage, total - skip)
  if (take <= 0) return { data: [], meta: metaFor(total, page, perPage) }
  // Among too many hits, the newest are those that the list itself meets first.
  const source = isBroad || !hits ? newestOf(scope, skip + take, search && isOccurrenceHit(search)) : hits
  const { rows: data } = await sql<Occurrence>`
    select ${occurrenceColumns}
    from (select id from ${source} s order by id desc limit ${sql.lit(take)} offset ${skip}) page
    join ${occurrenceTables} on o.id = page.id
    order by page.id desc`.execute(db.withoutPlugins())
  return { data, meta: metaFor(total, page, perPage) }
}

/** The total of a list without a search, as an SQL expression for statements that count several. */
export const occurrencesTotal = (viewer: Viewer, filter: OccurrenceFilter): RawBuilder<number> =>
  totalOf(occurrenceScopeOf(viewer, filter))

const totalOf = (scope: OccurrenceScope) =>
  sql<number>`(select count(*) from ${newestOf(scope, mostOccurrencesListed)} n)`

/**
 * All occurrences of a protocol, newest first.
 *
 * @throws AppError PROTOCOL_NOT_FOUND also when the viewer may not see it
 */
export async function occurrencesOf(db: Db, viewer: Viewer, protocolId: number): Promise<Occurrence[]> {
  const { rows } = await sql<{ occurrences: Occurrence[] }>`
    select coalesce((
      select json_agg(r) from (
        select ${occurrenceColumns} from ${occurrenceTables} where o.protocol_id = protocols.id order by o.id desc
      ) r
    ), '[]') as occurrences
    from protocols where id = ${protocolId} and ${visibleTo(viewer)}`.execute(db.withoutPlugins())
  if (!rows[0]) throw new AppError('PROTOCOL_NOT_FOUND')
  return rows[0].occurrences
}

/** An occurrence in its state after a change. The caller has checked that the viewer may see it. */
export async function occurrenceAfter(trx: Trx, id: number): Promise<Occurrence> {
  const { rows } = await sql<Occurrence>`
    select ${occurrenceColumns} from ${occurrenceTables} where o.id = ${id}`.execute(trx.withoutPlugins())
  if (!rows[0]) throw new Error(`occurrence ${id} vanished while its protocol was locked`)
  return rows[0]
}

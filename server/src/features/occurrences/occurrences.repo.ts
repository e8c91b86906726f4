import {
  mostOccurrencesListed,
  type Occurrence,
  type OccurrenceFilter,
  type OccurrenceKind,
  type OccurrenceOutcome,
  type OccurrenceStatus,
  occurrenceStatus,
  occurrenceStatuses,
} from '@malote/core/occurrences/occurrence.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { metaFor, type PageMeta } from '@malote/core/shared/pagination.ts'
import { protocolNumberOf } from '@malote/core/tracking/protocol-number.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { aboutItemExpressions, aboutItemTables } from '../../domain/custody/about-item.ts'
import { attachmentsJson } from '../../domain/custody/custody-columns.ts'
import type { LockedItem, LockedProtocol } from '../../domain/custody/lock-protocol.ts'
import { type Direction, directionsIn, isInSomeDirection } from '../../domain/visibility/directions.ts'
import { newestIn } from '../../domain/visibility/protocols-in.ts'
import { scopeOf, visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { isoInstant, namedColumns, unindexed } from '../../platform/db/statements.ts'
import { mostCounted, readSearch, type Search } from '../protocols/public.ts'

/** An occurrence to be opened. */
export interface OccurrenceLine {
  item: LockedItem
  kind: OccurrenceKind
  /** 3 to 500 characters. */
  description: string
  /** Where a request about several items names this one: `items.2.id`. A refusal is then reported there. */
  field?: string
}

/**
 * Inserts occurrences of one locked protocol.
 *
 * @param lines each item at most once
 * @returns their ids, in the order of `lines`; undefined where the item already has an open one of the same kind
 */
export async function insertOccurrences(
  trx: Trx,
  { id, originDepartmentId, destinationDepartmentId }: LockedProtocol,
  lines: readonly OccurrenceLine[],
  by: number,
  at: Date,
): Promise<(number | undefined)[]> {
  if (lines.length === 0) return []
  const rows = await trx
    .insertInto('occurrences')
    .values(
      lines.map(({ item, kind, description }) => ({
        ...{
          itemId: item.id,
          protocolId: id,
          documentNumber: item.documentNumber,
          kind,
          description,
          openedBy: by,
          openedAt: at,
        },
        ...{ originDepartmentId, destinationDepartmentId },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'itemId'])
    .execute()
  const idOf = new Map(rows.map((row) => [row.itemId, row.id]))
  return lines.map(({ item }) => idOf.get(item.id))
}

/** Settles an open occurrence with its outcome. */
export const settleOccurrence = (
  trx: Trx,
  id: number,
  { outcome, note, by, at }: { outcome: OccurrenceOutcome; note: string; by: number; at: Date },
) =>
  trx
    .updateTable('occurrences')
    .set({ status: occurrenceStatus.resolved, outcome, outcomeNote: note, resolvedBy: by, resolvedAt: at })
    .where('id', '=', id)
    .execute()

/** Removes a text for good; the search text follows. */
export const blackOutOccurrence = (trx: Trx, id: number, change: { description: string } | { outcomeNote: string }) =>
  trx.updateTable('occurrences').set(change).where('id', '=', id).execute()

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

/** SQL expressions for the fields of core's `Occurrence`, for statements whose FROM is {@link occurrenceTables}. */
const expressions: Record<keyof Occurrence, RawBuilder<unknown>> = {
  id: sql`o.id`,
  ...aboutItemExpressions('o'),
  documentNumber: sql`o.document_number`,
  kind: sql`o.kind`,
  description: sql`o.description`,
  status: sql`o.status`,
  openedBy: sql`opener.name`,
  openedById: sql`o.opened_by`,
  openedAt: isoInstant(sql`o.opened_at`),
  outcome: sql`o.outcome`,
  outcomeNote: sql`o.outcome_note`,
  resolvedBy: sql`resolver.name`,
  resolvedAt: isoInstant(sql`o.resolved_at`),
  attachments: attachmentsJson(sql`a.occurrence_id = o.id`),
}

/** The columns of an occurrence, named as in core. */
const occurrenceColumns = namedColumns(expressions)

/** Occurrences as `o`, joined with the names that a row shows. */
const occurrenceTables = sql`
  occurrences o
  ${aboutItemTables('o')}
  join users opener on opener.id = o.opened_by
  left join users resolver on resolver.id = o.resolved_by`

/** Number of the newest occurrences in which a term of one or two letters is searched. */
const newestLookedAt = 10_000

/** The search as a condition on `occurrences o`: description, document, protocol number, the person who opened it. */
const isOccurrenceHit = ({ term, pattern, personIds, exactId }: Search): RawBuilder<SqlBool> =>
  exactId === undefined
    ? sql<SqlBool>`(
        o.search_text like ${pattern} or o.opened_by = any(${personIds}::int[])
        or o.protocol_id = ${protocolOf(term)}
      )`
    : sql<SqlBool>`o.protocol_id = ${exactId}`

/**
 * The hits of a search as a table `(id)`: up to {@link mostCounted} and one more of each kind, from the index of that
 * kind.
 */
function occurrenceHits(scope: OccurrenceScope, search: Search): RawBuilder<unknown> {
  const { term, pattern, personIds, exactId, isIndexed } = search
  const most = sql.lit(mostCounted + 1)
  const found = (condition: RawBuilder<unknown>) =>
    sql`(select o.id from occurrences o where ${condition} and ${isInOccurrenceScope(scope)} limit ${most})`
  if (exactId !== undefined) return found(sql`o.protocol_id = ${exactId}`)
  const ofText = isIndexed
    ? found(sql`o.search_text like ${pattern}`)
    : sql`(select o.id from ${newestOf(scope, newestLookedAt)} s join occurrences o on o.id = s.id
        where o.search_text like ${pattern} limit ${most})`
  return sql`(${sql.join(
    [ofText, found(sql`o.opened_by = any(${personIds}::int[])`), found(sql`o.protocol_id = ${protocolOf(term)}`)],
    sql` union `,
  )})`
}

/** The protocol that the term names; 0, which no protocol has, for all others. */
const protocolOf = (term: string) => protocolNumberOf(term) ?? 0

/** The occurrences that a list covers, without its search. */
interface OccurrenceScope {
  /** No occurrence is in two of them. */
  directions: readonly Direction[]
  statuses: readonly OccurrenceStatus[]
  kind: OccurrenceKind | undefined
}

/** What the viewer may see, narrowed by the filters. A side is one of the viewer's own department, also for an Admin. */
const occurrenceScopeOf = (viewer: Viewer, { status, kind, ...where }: OccurrenceFilter): OccurrenceScope => ({
  directions: directionsOf(viewer, where),
  statuses: status === 'all' ? occurrenceStatuses : [status],
  kind,
})

function directionsOf(viewer: Viewer, { department, side }: Pick<OccurrenceFilter, 'department' | 'side'>) {
  if (side === undefined) return directionsIn(scopeOf(viewer, department))
  const own = ownDepartment(viewer)
  const other = department === own ? undefined : department
  return [side === 'origin' ? { from: own, to: other } : { from: other, to: own }]
}

/**
 * The newest `most` occurrences of a scope as a table `(id)`.
 *
 * @param condition further condition on `occurrences o`
 */
const newestOf = (
  { kind, ...ranges }: OccurrenceScope,
  most: number,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): RawBuilder<unknown> =>
  newestIn({ table: 'occurrences', alias: 'o' }, ranges, most, sql<SqlBool>`${isOfKind(kind)} and ${condition}`)

/** The scope as a condition on rows `o` that another index has found. */
const isInOccurrenceScope = ({ directions, statuses, kind }: OccurrenceScope): RawBuilder<SqlBool> => sql<SqlBool>`
  ${isInSomeDirection(directions, 'o')} and ${unindexed.text(sql`o.status`)} = any(${[...statuses]}::text[])
  and ${isOfKind(kind)}`

const isOfKind = (kind: OccurrenceKind | undefined) => (kind === undefined ? sql`true` : sql`o.kind = ${kind}`)

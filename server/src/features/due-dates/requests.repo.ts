import {
  type ExtensionRequest,
  type ExtensionRequestFilter,
  type NewExtensionRequest,
  type RequestStatus,
  requestStatus,
  requestStatuses,
} from '@malote/core/due-dates/extension-request.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { metaFor, type PageMeta } from '@malote/core/shared/pagination.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { aboutItemExpressions, aboutItemTables } from '../../domain/custody/about-item.ts'
import { type LockedItem, type LockedProtocol, lockProtocolOfItem } from '../../domain/custody/lock-protocol.ts'
import { directionsIn } from '../../domain/visibility/directions.ts'
import { newestIn } from '../../domain/visibility/protocols-in.ts'
import { scopeOf, visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { isoInstant, namedColumns } from '../../platform/db/statements.ts'

/**
 * Inserts an open request for an item of a locked protocol.
 *
 * @returns its id
 * @throws AppError REQUEST_ALREADY_OPEN
 */
export async function insertRequest(
  trx: Trx,
  { id: protocolId, originDepartmentId, destinationDepartmentId }: LockedProtocol,
  item: LockedItem,
  { returnDate, reason }: NewExtensionRequest,
  by: number,
  at: Date,
): Promise<number> {
  const row = await trx
    .insertInto('extensionRequests')
    .values({
      ...{ itemId: item.id, protocolId, originDepartmentId, destinationDepartmentId },
      ...{ requestedDate: returnDate, reason, askedBy: by, askedAt: at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new AppError('REQUEST_ALREADY_OPEN')
  return row.id
}

/** How a request was decided. */
export interface Decided {
  /** Null: denied. */
  grantedDate: CivilDate | null
  note: string | null
  by: number
  at: Date
}

/** Decides an open request. */
export const decide = (trx: Trx, id: number, { grantedDate, note, by, at }: Decided) =>
  trx
    .updateTable('extensionRequests')
    .set({
      status: grantedDate === null ? requestStatus.denied : requestStatus.granted,
      ...{ grantedDate, note, decidedBy: by, decidedAt: at },
    })
    .where('id', '=', id)
    .execute()

/** Removes a text for good. */
export const blackOutRequest = (trx: Trx, id: number, change: { reason?: string; note?: string }) =>
  trx.updateTable('extensionRequests').set(change).where('id', '=', id).execute()

/** Maximum number of requests that a list counts and pages through; nobody pages that far. */
const mostListed = 10_000

/** A page of the requests that the viewer may see, newest first. The total stops at 10,000 (contract 21.13). */
export async function listRequests(
  db: Db,
  viewer: Viewer,
  filter: ExtensionRequestFilter,
): Promise<{ data: ExtensionRequest[]; meta: PageMeta }> {
  const { page, perPage } = filter
  const { rows: counts } = await sql<{ total: number }>`
    select ${requestsTotal(viewer, filter)}::int as total`.execute(db)
  const total = counts[0]?.total ?? 0
  const skip = (page - 1) * perPage
  const take = Math.min(perPage, total - skip)
  if (take <= 0) return { data: [], meta: metaFor(total, page, perPage) }
  const { rows: data } = await sql<ExtensionRequest>`
    select ${requestColumns}
    from (
      select id from ${newestOf(viewer, filter, skip + take)} s order by id desc limit ${sql.lit(take)} offset ${skip}
    ) page
    join ${requestTables} on r.id = page.id
    order by page.id desc`.execute(db.withoutPlugins())
  return { data, meta: metaFor(total, page, perPage) }
}

/** The total of a list, as an SQL expression for statements that count several. */
export const requestsTotal = (viewer: Viewer, filter: ExtensionRequestFilter): RawBuilder<number> =>
  sql<number>`(select count(*) from ${newestOf(viewer, filter, mostListed)} n)`

/** What the viewer may see; a side is one of the viewer's own department, also for an Admin. */
function newestOf(viewer: Viewer, { side, status }: ExtensionRequestFilter, most: number) {
  const own = ownDepartment(viewer)
  const ofSide = side && [side === 'to_decide' ? { from: own } : { to: own }]
  return newestIn(
    { table: 'extension_requests', alias: 'r' },
    { directions: ofSide ?? directionsIn(scopeOf(viewer)), statuses: status ? [status] : requestStatuses },
    most,
  )
}

/** A request in its state after a change. The caller has checked that the viewer may see it. */
export async function requestAfter(trx: Trx, id: number): Promise<ExtensionRequest> {
  const { rows } = await sql<ExtensionRequest>`
    select ${requestColumns} from ${requestTables} where r.id = ${id}`.execute(trx.withoutPlugins())
  if (!rows[0]) throw new Error(`extension request ${id} vanished while its protocol was locked`)
  return rows[0]
}

/** SQL expressions for the fields of core's `ExtensionRequest`, for statements whose FROM is {@link requestTables}. */
const expressions: Record<keyof ExtensionRequest, RawBuilder<unknown>> = {
  id: sql`r.id`,
  ...aboutItemExpressions('r'),
  returnDate: sql`i.return_date`,
  requestedDate: sql`r.requested_date`,
  reason: sql`r.reason`,
  status: sql`r.status`,
  askedBy: sql`asker.name`,
  askedById: sql`r.asked_by`,
  askedAt: isoInstant(sql`r.asked_at`),
  decidedBy: sql`decider.name`,
  decidedAt: isoInstant(sql`r.decided_at`),
  grantedDate: sql`r.granted_date`,
  note: sql`r.note`,
}

/** The columns of a request, named as in core. */
const requestColumns = namedColumns(expressions)

/** Requests as `r`, joined with the names that a row shows. */
const requestTables = sql`
  extension_requests r
  ${aboutItemTables('r')}
  join users asker on asker.id = r.asked_by
  left join users decider on decider.id = r.decided_by`

/** A request of a locked protocol. */
export interface LockedRequest {
  id: number
  status: RequestStatus
  requestedDate: string
  reason: string
  note: string | null
  askedById: number
  /** Name of the person. */
  askedBy: string
}

/**
 * A request with its item and its protocol, whose row is locked: every writer of requests does this.
 *
 * @throws AppError EXTENSION_REQUEST_NOT_FOUND also when the viewer may not see its protocol
 */
export async function lockRequest(
  trx: Trx,
  id: number,
  viewer: Viewer,
): Promise<{ protocol: LockedProtocol; item: LockedItem; request: LockedRequest }> {
  const found = await trx
    .selectFrom('extensionRequests')
    .select('itemId')
    .where('id', '=', id)
    .where(visibleTo(viewer, 'extension_requests'))
    .executeTakeFirst()
  if (!found) throw new AppError('EXTENSION_REQUEST_NOT_FOUND')
  const locked = await lockProtocolOfItem(trx, found.itemId, viewer)
  const request = await trx
    .selectFrom('extensionRequests')
    .innerJoin('users', 'users.id', 'extensionRequests.askedBy')
    .select(['extensionRequests.id', 'status', 'requestedDate', 'reason', 'note'])
    .select(['extensionRequests.askedBy as askedById', 'users.name as askedBy'])
    .where('extensionRequests.id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...locked, request: request as LockedRequest }
}

import type { ItemStatus } from '@malote/core/items/item-status.ts'
import { type CustodyPath, custodyPathOf } from '@malote/core/protocols/custody-path.ts'
import { custodyOf } from '@malote/core/tracking/custody.ts'
import { currentHops, type Hop, locationInChain } from '@malote/core/tracking/hop.ts'
import { type ItemEvent, timelineOf } from '@malote/core/tracking/timeline.ts'
import {
  mostTracked,
  type TrackingFilter,
  type TrackingResult,
  trackingFilter,
  trackingReplyWire,
  trackingStatusOf,
} from '@malote/core/tracking/tracking-result.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { openOccurrencesOf } from '../../domain/custody/custody-columns.ts'
import { forwardedFromOf, forwardedToOf, hopsOf } from '../../domain/visibility/hops.ts'
import type { Db } from '../../platform/db/connect.ts'
import { computedOnce, isoInstant } from '../../platform/db/statements.ts'
import type { App } from '../../platform/http/fastify.ts'
import { hitsOf } from './tracking-hits.ts'

/** Tracking: every signed-in user searches what they may see. */
export async function trackingRoutes(app: App) {
  app.get(
    '/api/tracking',
    { config: { access: 'signed-in' }, schema: { querystring: trackingFilter, response: { 200: trackingReplyWire } } },
    ({ viewer, query }) => track(app.replicaOrPrimary, viewer, query, app.settings.APP_TIMEZONE),
  )
}

export interface TrackingReply {
  data: TrackingResult[]
  /** True when there are more than the {@link mostTracked} shown. */
  hasMore: boolean
}

/** Fields computed from the row, and fields that tracking does not show. */
type NotRead = 'currentStatus' | 'currentLocation' | 'custody' | 'path' | 'timeline' | 'extensionRequest'

interface TrackedRow extends Omit<TrackingResult, NotRead> {
  status: ItemStatus
  /** When the destination gave it back; null while it has not. */
  returnedAt: string | null
  creator: string
  receiver: string | null
  completedAt: string | null
  completer: string | null
  cancelledAt: string | null
  canceller: string | null
  cancellerDepartment: string | null
  cancelReason: string | null
  events: ItemEvent[]
  hops: Hop[] | null
}

/**
 * Searches the items that the viewer sees, with the steps of each, in one statement.
 *
 * The protocol's own steps come from its row. Only the history lines about the item itself are read, by the item's
 * index.
 *
 * @param timeZone IANA name; the filter's days are days in this zone
 */
async function track(db: Db, viewer: Viewer, filter: TrackingFilter, timeZone: string): Promise<TrackingReply> {
  const hits = hitsOf(viewer, filter, timeZone)
  if (hits === null) return { data: [], hasMore: false }
  const { rows } = await sql<TrackedRow>`
    with ${computedOnce('hits', hits)}
    select i.id, i.protocol_id, i.document_number, i.description, t.name as item_type, c.name as category, c.color as category_color,
      s.company_name as supplier, r.name as responsible, i.status, i.return_date, i.original_return_date, i.created_at,
      i.actual_return_date as returned_at, greatest(i.updated_at, p.received_at, p.completed_at, p.cancelled_at) as updated_at,
      o.name as origin_department, d.name as destination_department, p.requires_return,
      creator.name as creator, p.received_at, receiver.name as receiver, p.completed_at, completer.name as completer,
      p.cancelled_at, canceller.name as canceller, canceller_department.name as canceller_department, p.cancel_reason,
      ${openOccurrencesOf('i.id')} as open_occurrences, coalesce(e.events, '[]') as events,
      ${forwardedFromOf(viewer, 'i')} as forwarded_from,
      ${forwardedToOf(viewer, 'i')} as forwarded_to, ${hopsOf(viewer, 'i')} as hops
    from hits
    join items i on i.id = hits.id
    join protocols p on p.id = i.protocol_id
    join departments o on o.id = p.origin_department_id
    join departments d on d.id = p.destination_department_id
    join users creator on creator.id = p.created_by
    join item_types t on t.id = i.item_type_id
    left join categories c on c.id = i.category_id
    left join suppliers s on s.id = i.supplier_id
    left join users r on r.id = i.responsible_id
    left join users receiver on receiver.id = p.received_by
    left join users completer on completer.id = p.completed_by
    left join users canceller on canceller.id = p.cancelled_by
    left join departments canceller_department on canceller_department.id = canceller.department_id
    left join lateral (${eventsOfItem}) e on true
    order by p.created_at desc, p.id desc, i.position`.execute(db)
  return { data: rows.slice(0, mostTracked).map(toResult), hasMore: rows.length > mostTracked }
}

/** The lines about the item alone, and its own sentence of each line about several items. */
const eventsOfItem = sql`
  select json_agg(json_build_object('id', h.id, 'action', h.action, 'description', filled_in(h.description, h.texts),
    'user', u.name, 'department', ud.name, 'at', ${isoInstant(sql`h.created_at`)}) order by h.id) as events
  from (
    select id, action, description, texts, created_by, created_at from history where item_id = i.id
    union all
    select line.id, line.action, own.description, line.texts, line.created_by, line.created_at
    from history_items own join history line on line.id = own.history_id
    where own.item_id = i.id
  ) h
  left join users u on u.id = h.created_by
  left join departments ud on ud.id = u.department_id`

function toResult({ hops, returnedAt, ...row }: TrackedRow): TrackingResult {
  const route = { origin: row.originDepartment, destination: row.destinationDepartment }
  const facts = { status: row.status, requiresReturn: row.requiresReturn, isReceived: row.receivedAt !== null }
  const { cancelReason: reason, cancellerDepartment: department } = row
  return {
    ...row,
    currentStatus: trackingStatusOf(facts),
    currentLocation: locationInChain({ ...facts, id: row.id }, route, hops ?? []),
    // The destination answers for what it has passed on.
    custody: hops?.length && currentHops(row.id, hops).length > 0 ? 'destination' : custodyOf(facts),
    path: pathOf({ ...row, returnedAt, hops }),
    timeline: timelineOf({
      ...route,
      ...facts,
      returnDate: row.returnDate,
      created: { user: row.creator, department: null, at: row.createdAt },
      received: row.receivedAt === null ? null : { user: row.receiver, department: null, at: row.receivedAt },
      completed: row.completedAt === null ? null : { user: row.completer, department: null, at: row.completedAt },
      cancelled: row.cancelledAt === null ? null : { user: row.canceller, department, at: row.cancelledAt, reason },
      events: row.events,
      hops: hops ?? [],
    }),
  }
}

function pathOf({ forwardedFrom, hops, ...row }: TrackedRow): CustodyPath {
  const { id, protocolId, destinationDepartment, createdAt, receivedAt, requiresReturn } = row
  return custodyPathOf(
    { protocolId, department: destinationDepartment, since: createdAt, receivedAt, requiresReturn },
    [
      {
        ...{ id, status: row.status, returnDate: row.returnDate, returnedAt: row.returnedAt },
        from: forwardedFrom?.department ?? null,
        hops: hops ?? [],
      },
    ],
  )
}

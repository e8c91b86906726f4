import type { DueLimit } from '@malote/core/due-dates/due-date-rules.ts'
import type { ForwardedFrom, ForwardedTo } from '@malote/core/items/item.ts'
import type { Hop } from '@malote/core/tracking/hop.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isoInstant } from '../../platform/db/statements.ts'
import { type SqlViewer, visibleTo } from './visible-to.ts'

/*
 * The chain of an item that was passed on, as expressions for statements that read items. The next hop of an item is an
 * item of another protocol, found in `items_forwarded_from_idx`. Items that were never passed on cost one look into
 * that index. An alias is always that of a row of `items`.
 */

/** A hop that is neither completed nor cancelled (contract 20.33). The predicate of `items_open_hop_key`. */
export const isOpenHop = (table: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${table}.status`)} in ('pendente', 'retornado') and not ${sql.ref(`${table}.in_cancelled_protocol`)})`

const columns = sql`c.id, c.forwarded_from_item_id, c.protocol_id, c.status, c.in_cancelled_protocol, c.return_date, c.created_at,
  c.actual_return_date, c.cancelled_at, c.origin_department_id, c.destination_department_id`

/** The hops after an item as `with recursive hop`; `n` counts them, from 1. */
const hopsAfter = (item: string, which: RawBuilder<SqlBool>) => sql`
  with recursive hop as (
    select ${columns}, 1 as n from items c where c.forwarded_from_item_id = ${sql.ref(`${item}.id`)} and ${which}
    union all
    select ${columns}, hop.n + 1 from hop join items c on c.forwarded_from_item_id = hop.id where ${which}
  )`

const nameOf = (column: string) => sql`(select name from departments where id = ${sql.ref(column)})`
const onlyWhenSeen = (viewer: SqlViewer, table: string, value: RawBuilder<unknown>) =>
  sql`case when ${visibleTo(viewer, table)} then ${value} end`

/** Name of the department that the item was sent to last, however many hops on; null when it is not away. */
export const whereaboutsOf = (item: string): RawBuilder<string | null> => sql<string | null>`(
  ${hopsAfter(item, isOpenHop('c'))}
  select ${nameOf('hop.destination_department_id')} from hop order by hop.n desc limit 1
)`

/** `forwardedTo` of an item, as JSON; the ids are null for a viewer who may not see the next hop. */
export const forwardedToOf = (
  viewer: SqlViewer,
  item: string,
): RawBuilder<ForwardedTo | null> => sql<ForwardedTo | null>`(
  ${hopsAfter(item, isOpenHop('c'))}
  select json_build_object(
    'department', (select ${nameOf('last.destination_department_id')} from hop last order by last.n desc limit 1),
    'stage', (
      select case
        when last.status = 'retornado' then 'on_the_way_back' when p.received_at is null then 'on_the_way' else 'there' end
      from hop last join protocols p on p.id = last.protocol_id order by last.n desc limit 1
    ),
    'since', ${isoInstant(sql`hop.created_at`)},
    'returnDate', hop.return_date,
    'protocolId', ${onlyWhenSeen(viewer, 'hop', sql`hop.protocol_id`)},
    'itemId', ${onlyWhenSeen(viewer, 'hop', sql`hop.id`)}
  )
  from hop where hop.n = 1
)`

/** `forwardedFrom` of an item, as JSON: the department that its protocol's origin had it from. */
export const forwardedFromOf = (viewer: SqlViewer, item: string): RawBuilder<ForwardedFrom | null> =>
  sql<ForwardedFrom | null>`(
  select json_build_object(
    'department', ${nameOf('parent.origin_department_id')},
    'protocolId', ${onlyWhenSeen(viewer, 'parent', sql`parent.protocol_id`)},
    'itemId', ${onlyWhenSeen(viewer, 'parent', sql`parent.id`)}
  )
  from items parent where parent.id = ${sql.ref(`${item}.forwarded_from_item_id`)}
)`

/**
 * All hops after an item, also those that ended, as JSON in the order in which they began; null when there are none.
 * Who acted and the number of the protocol are null for a viewer who may not see it.
 */
export const hopsOf = (viewer: SqlViewer, item: string): RawBuilder<Hop[] | null> => sql<Hop[] | null>`(
  ${hopsAfter(item, sql<SqlBool>`true`)}
  select json_agg(json_build_object(
    'itemId', hop.id,
    'fromItemId', hop.forwarded_from_item_id,
    'protocolId', ${onlyWhenSeen(viewer, 'hop', sql`hop.protocol_id`)},
    'origin', ${nameOf('hop.origin_department_id')},
    'destination', ${nameOf('hop.destination_department_id')},
    'status', hop.status,
    'requiresReturn', p.requires_return,
    'isOpen', ${isOpenHop('hop')},
    'returnDate', hop.return_date,
    'sentAt', ${isoInstant(sql`hop.created_at`)},
    'receivedAt', ${isoInstant(sql`p.received_at`)},
    'returnedAt', ${isoInstant(sql`hop.actual_return_date`)},
    'cancelledAt', case when hop.status <> 'concluído' then ${isoInstant(sql`coalesce(hop.cancelled_at, p.cancelled_at)`)} end,
    'sender', ${onlyWhenSeen(viewer, 'hop', sql`(select name from users where id = p.created_by)`)},
    'receiver', ${onlyWhenSeen(viewer, 'hop', sql`(select name from users where id = p.received_by)`)}
  ) order by hop.id)
  from hop join protocols p on p.id = hop.protocol_id
)`

/**
 * Name of the department that a pending item of the protocol was sent to last, the first such item in the order of the
 * form; null when none is away (contract 20.34).
 */
export const passedOnToOf = (protocolId: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`(
  select ${whereaboutsOf('i')} from items i
  where i.protocol_id = ${protocolId} and i.status = 'pendente'
    and exists (select from items c where c.forwarded_from_item_id = i.id and ${isOpenHop('c')})
  order by i.position limit 1
)`

/**
 * The limit of an item's due date, as JSON: the earliest date of the items before, however many hops, and of those with
 * the same the nearest; null when it was not passed on, or none of them has a date (contract 20.36).
 */
export const dueLimitOf = (item: string): RawBuilder<DueLimit | null> => sql<DueLimit | null>`(
  with recursive earlier as (
    select ${sql.ref(`${item}.forwarded_from_item_id`)} as id, null::date as return_date, 0 as department_id, 0 as n
    union all
    select parent.forwarded_from_item_id, parent.return_date, parent.origin_department_id, n + 1
    from earlier join items parent on parent.id = earlier.id
  )
  select json_build_object('returnDate', return_date, 'department', ${nameOf('earlier.department_id')})
  from earlier where return_date is not null order by return_date, n limit 1
)`

/** Number of protocols in an item's chain so far, its own included (contract 20.32). */
export const hopCountOf = (item: string): RawBuilder<number> => sql<number>`(
  with recursive earlier as (
    select ${sql.ref(`${item}.forwarded_from_item_id`)} as id
    union all
    select parent.forwarded_from_item_id from earlier join items parent on parent.id = earlier.id
  )
  select count(*)::int from earlier
)`

import {
  type Activity,
  type PendingProtocol,
  type ProtocolsSummary,
  type UpcomingReturn,
  upcomingDays,
} from '@malote/core/dashboard/dashboard.ts'
import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { sightOf } from '@malote/core/protocols/visibility.ts'
import type { ReturnSide } from '@malote/core/returns/return-row.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { directionsIn, isInDirection } from '../../domain/visibility/directions.ts'
import { protocolsIn, statusAndDaysOf } from '../../domain/visibility/protocols-in.ts'
import { type Scope, scopeOf } from '../../domain/visibility/visible-to.ts'
import type { Db } from '../../platform/db/connect.ts'

/**
 * The newest Pendente protocols that the viewer sees; those with a late item come first.
 *
 * @param today the organisation's civil day
 */
export async function listPendingProtocols(
  db: Db,
  viewer: Viewer,
  today: CivilDate,
  timeZone: string,
): Promise<PendingProtocol[]> {
  const pending = statusAndDaysOf(
    { status: protocolStatus.pending, startDate: undefined, endDate: undefined },
    timeZone,
  )
  const { rows } = await sql<PendingProtocol>`
    select p.id, p.id as "protocolId", p.status, p.created_at as "createdAt", p.remarks,
      origin.name as "originDepartment", p.origin_department_id as "originDepartmentId",
      destination.name as "destinationDepartment", p.destination_department_id as "destinationDepartmentId",
      p.total_items as "itemsCount", p.next_return_date as "nextReturnDate"
    from (
      select id from ${protocolsIn(scopeOf(viewer), pending)} s order by created_at desc, id desc limit ${most}
    ) newest
    join protocols p on p.id = newest.id
    join departments origin on origin.id = p.origin_department_id
    join departments destination on destination.id = p.destination_department_id
    order by coalesce(p.next_return_date < ${today}::date, false) desc, p.created_at desc, p.id desc`.execute(db)
  return rows
}

/**
 * Open work of the viewer's department; of all departments for an Admin without one.
 *
 * @param today the organisation's civil day
 */
export async function readProtocolsSummary(db: Db, viewer: Viewer, today: CivilDate): Promise<ProtocolsSummary> {
  const isEverywhere = viewer.departmentId === null && sightOf(viewer) === 'everything'
  const own = ownDepartment(viewer)
  const atDestination = isEverywhere ? sql`true` : sql`destination_department_id = ${own}`
  const dated = isEverywhere
    ? sql`due_everywhere where`
    : sql`(select next_return_date, 1 as n from protocol_departments where department_id = ${own}) due where`
  const { rows } = await sql<ProtocolsSummary>`
    select
      (select coalesce(sum(n), 0)::int from protocol_totals
        where ${atDestination} and status = ${protocolStatus.pending}) as "pendingHere",
      (select coalesce(sum(n), 0)::int from ${dated} next_return_date < ${today}::date) as overdue`.execute(db)
  return rows[0] ?? { pendingHere: 0, overdue: 0 }
}

/** Maximum rows of a list; upcoming returns have it per kind (late, due soon, returned) and side, so that none crowds out another. */
const most = sql.lit(10)

/**
 * Items that are late or due within the next seven days, and items due within them that were returned and wait for the
 * origin's confirmation. Late items come first, then by due date; returned items come last.
 *
 * Each part has its own order and limit, so that it is the start of an index scan (`items_returns_…`). Each item is in
 * one part. Without Kysely plugins: all names are final.
 *
 * @param today the organisation's civil day
 */
export async function listUpcomingReturns(db: Db, viewer: Viewer, today: CivilDate): Promise<UpcomingReturn[]> {
  const parts = sidesOf(viewer).flatMap((side) => [
    firstOf(side, itemStatus.pending, sql`i.return_date < ${today}::date`),
    firstOf(side, itemStatus.pending, dueSoon(today)),
    firstOf(side, itemStatus.returned, dueSoon(today)),
  ])
  const { rows } = await sql<UpcomingReturn>`
    select i.id, i.document_number as "documentNumber", i.description, i.return_date as "returnDate",
      i.original_return_date as "originalReturnDate", i.status, i.protocol_id as "protocolId", type.name as "itemType", supplier.company_name as supplier,
      department.name as department, i.side
    from (${sql.join(parts, sql` union all `)}) i
    join item_types type on type.id = i.item_type_id
    join departments department on department.id = i.other_department_id
    left join suppliers supplier on supplier.id = i.supplier_id
    order by i.status = ${itemStatus.returned}, i.return_date, i.id`.execute(db.withoutPlugins())
  return rows
}

/** A set of items, and its meaning for the viewer. */
interface Side {
  /** Condition on `items i`. */
  condition: RawBuilder<unknown>
  name: ReturnSide | null
  /** Column of the other department. */
  other: 'origin_department_id' | 'destination_department_id'
}

/**
 * The items to return, those to get back, and, for viewers who see everything, those of other departments. The sets do
 * not overlap.
 */
function sidesOf(viewer: Viewer): Side[] {
  const own = ownDepartment(viewer)
  const isDestination = sql`i.destination_department_id = ${own}`
  const isOrigin = sql`i.origin_department_id = ${own}`
  const goesBack: Side = { condition: isDestination, name: 'toReturn', other: 'origin_department_id' }
  const comesBack: Side = {
    condition: sql`${isOrigin} and not ${isDestination}`,
    name: 'toReceive',
    other: 'destination_department_id',
  }
  const elsewhere: Side = {
    condition: sql`not ${isOrigin} and not ${isDestination}`,
    name: null,
    other: 'destination_department_id',
  }
  return sightOf(viewer) === 'everything' ? [goesBack, comesBack, elsewhere] : [goesBack, comesBack]
}

const dueSoon = (today: CivilDate) =>
  sql`i.return_date >= ${today}::date and i.return_date <= ${addDays(today, upcomingDays)}::date`

const firstOf = ({ condition, name, other }: Side, status: ItemStatus, due: RawBuilder<unknown>) => sql`(
  select i.id, i.document_number, i.description, i.return_date, i.original_return_date, i.status, i.protocol_id, i.item_type_id,
    i.supplier_id, ${sql.ref(`i.${other}`)} as other_department_id, ${name}::text as side
  from items i
  where ${condition} and i.status = ${status} and ${due} and i.return_date is not null and not i.in_cancelled_protocol
  order by i.return_date, i.id limit ${most})`

/** History lines that are read for the activities: what was done to many protocols at once is one of them. */
const mostLines = sql.lit(200)

/**
 * The latest acts on protocols that the viewer sees, newest first. The lines of one act have the same action, person and
 * time. The department is that of the person who acted.
 */
export async function listActivities(db: Db, viewer: Viewer): Promise<Activity[]> {
  const { rows } = await sql<Activity & { protocols: number }>`
    select act.id::int as id, act.action as type, h.protocol_id as "protocolId", act.protocols, person.name as "userName",
      own.name as department, act.created_at as timestamp
    from (
      select max(h.id) as id, h.action, h.created_by, h.created_at, count(distinct h.protocol_id)::int as protocols
      from (select id from ${lastOf(scopeOf(viewer))} newest order by id desc limit ${mostLines}) newest
      join history h on h.id = newest.id
      group by h.action, h.created_by, h.created_at
      order by h.created_at desc, id desc limit ${most}
    ) act
    join history h on h.id = act.id
    left join users person on person.id = act.created_by
    left join departments own on own.id = person.department_id
    order by act.created_at desc, act.id desc`.execute(db)
  return rows.map(({ protocols, ...row }) => (protocols > 1 ? { ...row, protocols } : row))
}

/**
 * The newest history lines of a scope, by id. Each direction has its own index, order and limit, so that PostgreSQL
 * reads only the end of each index. The directions overlap; `union` removes duplicates, because excluding a
 * department's internal lines with a condition could read many rows.
 */
function lastOf(scope: Scope): RawBuilder<unknown> {
  const sides = directionsIn(scope).map(
    ({ notFrom, ...direction }) =>
      sql`(select id from history where ${isInDirection(direction, 'history')} order by id desc limit ${mostLines})`,
  )
  return sql`(${sql.join(sides, sql` union `)})`
}

import { type UpcomingReturn, upcomingDays } from '@malote/core/dashboard/dashboard.ts'
import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { sightOf } from '@malote/core/protocols/visibility.ts'
import type { ReturnSide } from '@malote/core/returns/return-row.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/** Maximum rows per kind (late, due soon, returned) and per side, so that one list does not crowd out another. */
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

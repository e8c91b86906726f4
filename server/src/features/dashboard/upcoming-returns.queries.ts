import { type UpcomingReturn, upcomingDays } from '@malote/core/dashboard/dashboard.ts'
import { type ItemStatus, itemStatus } from '@malote/core/items/item-status.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { isAdmin, type Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Rows of each kind (late, due soon, returned) and of each side: nobody's list hides the other's. */
const most = sql.lit(20)

/**
 * Items that are late or due within the next seven days, and those due within them that were already sent back and wait
 * for the origin's confirmation. What is late comes first, then by due date; what was sent back last.
 *
 * Each part has its own order and limit, so that it is the beginning of an index scan (`items_returns_…`).
 *
 * @param today the organisation's day
 */
export async function listUpcomingReturns(db: Db, viewer: Viewer, today: CivilDate): Promise<UpcomingReturn[]> {
  const own = viewer.departmentId ?? 0
  const parts = sidesOf(viewer).flatMap((side) => [
    firstOf(side, itemStatus.pending, sql`i.return_date < ${today}::date`),
    firstOf(side, itemStatus.pending, dueSoon(today)),
    firstOf(side, itemStatus.returned, dueSoon(today)),
  ])
  const { rows } = await sql<UpcomingReturn>`
    select i.id, i.document_number as "documentNumber", i.return_date as "returnDate", i.status,
      i.protocol_id as "protocolId", type.name as "itemType", supplier.company_name as supplier,
      case when i.destination_department_id = ${own} then origin.name else destination.name end as department,
      case when i.destination_department_id = ${own} then 'toReturn'
        when i.origin_department_id = ${own} then 'toReceive' end as side
    from (${sql.join(parts, sql` union `)}) first
    join items i on i.id = first.id
    join item_types type on type.id = i.item_type_id
    join departments origin on origin.id = i.origin_department_id
    join departments destination on destination.id = i.destination_department_id
    left join suppliers supplier on supplier.id = i.supplier_id
    order by i.status = ${itemStatus.returned}, i.return_date, i.id`.execute(db)
  return rows
}

/** What goes back, what comes back, and for an Admin what goes on elsewhere: conditions on `items i`. */
function sidesOf(viewer: Viewer): RawBuilder<unknown>[] {
  // Nobody but an Admin is without a department; 0 is no department's id.
  const own = viewer.departmentId ?? 0
  const sides = [sql`i.destination_department_id = ${own}`, sql`i.origin_department_id = ${own}`]
  return isAdmin(viewer) ? [...sides, sql`true`] : sides
}

const dueSoon = (today: CivilDate) =>
  sql`i.return_date >= ${today}::date and i.return_date <= ${addDays(today, upcomingDays)}::date`

const firstOf = (side: RawBuilder<unknown>, status: ItemStatus, due: RawBuilder<unknown>) => sql`(
  select i.id from items i
  where ${side} and i.status = ${status} and ${due} and i.return_date is not null and not i.in_cancelled_protocol
  order by i.return_date, i.id limit ${most})`

import { mostOverdueItems, type ProtocolsSummary } from '@malote/core/dashboard/dashboard.ts'
import { itemStatus } from '@malote/core/items/item-status.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { sightOf } from '@malote/core/protocols/visibility.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/**
 * What waits at the viewer's department; for an Admin without one, everywhere.
 *
 * @param today the organisation's day
 */
export async function readProtocolsSummary(db: Db, viewer: Viewer, today: CivilDate): Promise<ProtocolsSummary> {
  const isEverywhere = viewer.departmentId === null && sightOf(viewer) === 'everything'
  const ends = isEverywhere
    ? [sql`true`]
    : ['destination_department_id', 'origin_department_id'].map(
        (column) => sql`${sql.ref(column)} = ${ownDepartment(viewer)}`,
      )
  const [atDestination = sql`false`] = ends
  // Each end by itself, the earliest first: an index scan that stops at the limit.
  const overdue = ends.map(
    (end, index) => sql`(
      select protocol_id, ${sql.lit(index)} as side from items
      where ${end} and status = ${itemStatus.pending} and return_date < ${today}::date
        and return_date is not null and not in_cancelled_protocol
      order by return_date, id limit ${sql.lit(mostOverdueItems + 1)})`,
  )
  const { rows } = await sql<ProtocolsSummary>`
    select
      (select coalesce(sum(n), 0)::int from protocol_totals
        where ${atDestination} and status = ${protocolStatus.pending}) as "pendingHere",
      count(distinct protocol_id)::int as overdue,
      greatest(count(*) filter (where side = 0), count(*) filter (where side = 1)) > ${sql.lit(mostOverdueItems)}
        as "hasMoreOverdue"
    from (${sql.join(overdue, sql` union all `)}) late`.execute(db)
  return rows[0] ?? { pendingHere: 0, overdue: 0, hasMoreOverdue: false }
}

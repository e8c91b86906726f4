import type { PendingProtocol } from '@malote/core/dashboard/dashboard.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { protocolsIn } from '../../domain/visibility/protocols-in.ts'
import { scopeOf } from '../../domain/visibility/scope.ts'
import { statusAndDaysOf } from '../../domain/visibility/status-and-days.ts'
import type { Db } from '../../platform/db/connect.ts'

/** Maximum number of rows in 'Protocolos Pendentes'. */
const most = sql.lit(10)

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

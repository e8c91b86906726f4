import type { ProtocolsSummary } from '@malote/core/dashboard/dashboard.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import { sightOf } from '@malote/core/protocols/visibility.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { ownDepartment, type Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { everywhere } from '../../domain/visibility/scope.ts'
import type { Db } from '../../platform/db/connect.ts'

/**
 * Open work of the viewer's department; of all departments for an Admin without one.
 *
 * @param today the organisation's civil day
 */
export async function readProtocolsSummary(db: Db, viewer: Viewer, today: CivilDate): Promise<ProtocolsSummary> {
  const isEverywhere = viewer.departmentId === null && sightOf(viewer) === 'everything'
  const own = ownDepartment(viewer)
  const atDestination = isEverywhere ? sql`true` : sql`destination_department_id = ${own}`
  const { rows } = await sql<ProtocolsSummary>`
    select
      (select coalesce(sum(n), 0)::int from protocol_totals
        where ${atDestination} and status = ${protocolStatus.pending}) as "pendingHere",
      (select coalesce(sum(n), 0)::int from due_protocols
        where department_id = ${isEverywhere ? everywhere : own} and next_return_date < ${today}::date) as overdue`.execute(
    db,
  )
  return rows[0] ?? { pendingHere: 0, overdue: 0 }
}

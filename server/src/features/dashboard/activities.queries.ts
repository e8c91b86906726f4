import type { Activity } from '@malote/core/dashboard/dashboard.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { directionsIn, isInDirection } from '../../visibility/directions.ts'
import { type Scope, scopeOf } from '../../visibility/scope.ts'

/** Lines of 'Atividades Recentes'. */
const most = sql.lit(10)

/** What happened last to the protocols that the viewer sees, latest first; the department is that of whoever did it. */
export async function listActivities(db: Db, viewer: Viewer): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    select h.id::int as id, h.action as type, h.protocol_id as "protocolId", person.name as "userName",
      own.name as department, h.created_at as timestamp
    from (select id from ${lastOf(scopeOf(viewer))} newest order by id desc limit ${most}) newest
    join history h on h.id = newest.id
    left join users person on person.id = h.created_by
    left join departments own on own.id = person.department_id
    order by h.created_at desc, h.id desc`.execute(db)
  return rows
}

/**
 * The last lines of a scope, by number. Each side has its own index, order and limit: the newest are then at its end. The
 * sides overlap, which `union` takes care of: passing over a department's lines with itself could take long.
 */
function lastOf(scope: Scope): RawBuilder<unknown> {
  const sides = directionsIn(scope).map(
    ({ notFrom, ...direction }) =>
      sql`(select id from history where ${isInDirection(direction, 'history')} order by id desc limit ${most})`,
  )
  return sql`(${sql.join(sides, sql` union `)})`
}

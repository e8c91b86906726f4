import type { Activity } from '@malote/core/dashboard/dashboard.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import { directionsIn, isInDirection } from '../../domain/visibility/directions.ts'
import { type Scope, scopeOf } from '../../domain/visibility/scope.ts'
import type { Db } from '../../platform/db/connect.ts'

/** Maximum number of lines in 'Atividades Recentes'. */
const most = sql.lit(10)

/**
 * The latest actions on protocols that the viewer sees, newest first. The department is that of the person who acted.
 */
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
 * The newest history lines of a scope, by id. Each direction has its own index, order and limit, so that PostgreSQL
 * reads only the end of each index. The directions overlap; `union` removes duplicates, because excluding a
 * department's internal lines with a condition could read many rows.
 */
function lastOf(scope: Scope): RawBuilder<unknown> {
  const sides = directionsIn(scope).map(
    ({ notFrom, ...direction }) =>
      sql`(select id from history where ${isInDirection(direction, 'history')} order by id desc limit ${most})`,
  )
  return sql`(${sql.join(sides, sql` union `)})`
}

import type { Activity } from '@malote/core/dashboard/dashboard.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connect.ts'
import { type Scope, scopeOf } from '../protocols/public.ts'

/** Lines of 'Atividades Recentes'. */
const most = sql.lit(10)

/** What happened last to the protocols that the viewer sees, latest first; the department is that of whoever did it. */
export async function listActivities(db: Db, viewer: Viewer): Promise<Activity[]> {
  const { rows } = await sql<Activity>`
    select h.id::int as id, h.action as type, h.protocol_id as "protocolId", person.name as "userName",
      own.name as department, h.created_at as timestamp
    from (select id from ${lastOf(scopeOf(viewer, undefined))} newest order by id desc limit ${most}) newest
    join history h on h.id = newest.id
    left join users person on person.id = h.created_by
    left join departments own on own.id = person.department_id
    order by h.created_at desc, h.id desc`.execute(db)
  return rows
}

/** The last lines of a scope, by number. Each side has its own index, order and limit: the newest are then at its end. */
function lastOf(scope: Scope): RawBuilder<unknown> {
  if (scope.kind !== 'department') return sql`(select id from history order by id desc limit ${most})`
  const at = (side: RawBuilder<unknown>) =>
    sql`(select id from history where ${side} = ${scope.id} order by id desc limit ${most})`
  return sql`(${at(sql`origin_department_id`)} union ${at(sql`destination_department_id`)})`
}

import type { Role } from '@malote/core/users/role.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Db } from '../../db/connect.ts'

/** The sessions that have not ended, with the current data of their users. Does not extend them. */
export async function livingSessions(db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, Viewer>> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id as sessionId', 'users.id', 'users.name', 'users.role', 'users.departmentId'])
    .where('sessions.id', '=', anyOf(ids))
    .where('sessions.expiresAt', '>', now.toISOString())
    .where('users.isActive', '=', true)
    .execute()
  return new Map(rows.map(({ sessionId, role, ...person }) => [sessionId, { ...person, role: role as Role }]))
}

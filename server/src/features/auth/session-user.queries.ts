import { notificationFlags } from '@malote/core/notifications/notification-type.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Db } from '../../platform/db/connect.ts'

/**
 * The signed-in person with their profile. Names its columns: a prepared statement with all of them fails once the next
 * release has added one (docs/database.md, side by side).
 */
export async function findSessionUser(db: Db, userId: number): Promise<SessionUser> {
  const row = await db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.departmentId')
    .select(['users.id', 'users.name', 'email', 'phone', 'role', 'departmentId'])
    .select(notificationFlags)
    .select('departments.name as departmentName')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...row, role: row.role as Role }
}

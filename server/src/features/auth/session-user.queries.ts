import type { SessionUser } from '@malote/core/profile/session-user.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Db } from '../../db/connect.ts'

/** The signed-in person with their profile. */
export async function findSessionUser(db: Db, userId: number): Promise<SessionUser> {
  const row = await db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.departmentId')
    .selectAll('users')
    .select('departments.name as departmentName')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...row, role: row.role as Role }
}

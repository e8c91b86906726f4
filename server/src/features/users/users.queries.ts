import { AppError } from '@malote/core/shared/errors.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { User, UserOption } from '@malote/core/users/user.ts'
import type { Db } from '../../platform/db/connect.ts'

// protocolsCreated comes from a total that is read once for all people, so that no page counts protocols.
const managedUsers = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.departmentId')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('creatorTotals')
          .select(({ fn }) => ['userId', fn.sum<number>('n').as('n')])
          .groupBy('userId')
          .as('created'),
      (join) => join.onRef('created.userId', '=', 'users.id'),
    )
    .select((eb) => [
      'users.id',
      'users.name',
      'users.email',
      'users.phone',
      'users.departmentId',
      'departments.name as departmentName',
      'users.role',
      'users.isActive',
      'users.firstAccess',
      eb.fn.coalesce('created.n', eb.lit(0)).as('protocolsCreated'),
    ])

const asUser = <Row extends { role: string }>(row: Row) => ({ ...row, role: row.role as Role })

/** All people, by name. */
export async function listUsers(db: Db): Promise<User[]> {
  const rows = await managedUsers(db).orderBy('users.name').orderBy('users.id').execute()
  return rows.map(asUser)
}

/** @throws AppError USER_NOT_FOUND */
export async function findUser(db: Db, id: number): Promise<User> {
  const row = await managedUsers(db).where('users.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('USER_NOT_FOUND')
  return asUser(row)
}

/**
 * The active people of a department, by name: those who may become responsible for items sent there.
 *
 * @throws AppError DEPARTMENT_NOT_FOUND
 */
export async function listUsersOfDepartment(db: Db, departmentId: number): Promise<UserOption[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('departmentId', '=', departmentId)
    .where('isActive', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()
  if (users.length === 0) await ensureDepartmentExists(db, departmentId)
  return users
}

async function ensureDepartmentExists(db: Db, id: number) {
  const department = await db.selectFrom('departments').select('id').where('id', '=', id).executeTakeFirst()
  if (!department) throw new AppError('DEPARTMENT_NOT_FOUND')
}

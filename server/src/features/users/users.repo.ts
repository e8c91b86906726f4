import { AppError } from '@malote/core/shared/errors.ts'
import { type Role, role } from '@malote/core/users/role.ts'
import type { NewUser, UserEdit } from '@malote/core/users/user.ts'
import type { Insertable, Updateable } from 'kysely'
import type { Db, Trx } from '../../db/connect.ts'
import type { Users } from '../../db/schema.ts'

/** @returns the new person's id */
export async function insertUser(trx: Trx, fields: NewUser, now: Date): Promise<number> {
  const values = { ...fields, phone: fields.phone || null, createdAt: now, updatedAt: now } satisfies Insertable<Users>
  const { id } = await trx.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Writes what `change` names and leaves the rest as it is. */
export async function changeUser(trx: Trx, id: number, change: Updateable<Users>, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...change, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

/** The changes of a management form, as columns; an absent phone stays. */
export const columnsOf = ({ phone, ...rest }: UserEdit): Updateable<Users> => ({
  ...rest,
  ...(phone !== undefined && { phone: phone || null }),
})

export async function deleteUserRow(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute()
}

/**
 * Locks the active Admins and then the person, always in this order: of two people who remove each other's rights at
 * once, the second waits and then counts what the first has left.
 *
 * @throws AppError USER_NOT_FOUND
 */
export async function lockUserAndAdmins(trx: Trx, id: number) {
  const activeAdmins = await lockActiveAdmins(trx)
  return { user: await lockUser(trx, id), activeAdmins }
}

/** @returns how many there are, until the end of the transaction */
export async function lockActiveAdmins(trx: Trx): Promise<number> {
  return (await activeAdmins(trx).forNoKeyUpdate().execute()).length
}

/** Those who may administer. */
export const activeAdmins = (db: Db) =>
  db.selectFrom('users').select('id').where('role', '=', role.admin).where('isActive', '=', true).orderBy('id')

/** @throws AppError USER_NOT_FOUND */
export async function lockUser(trx: Trx, id: number) {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'isActive', 'departmentId', 'passwordHash'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw new AppError('USER_NOT_FOUND')
  return { ...user, role: user.role as Role }
}

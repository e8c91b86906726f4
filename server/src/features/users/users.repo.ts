import { AppError } from '@malote/core/shared/errors.ts'
import { type Role, role } from '@malote/core/users/role.ts'
import type { NewUser } from '@malote/core/users/user.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Db, Trx } from '../../db/connect.ts'
import type { Users } from '../../db/schema.ts'

/** @returns the new person's id */
export async function insertUser(trx: Trx, fields: NewUser, now: Date): Promise<number> {
  const values = { ...fields, phone: fields.phone || null, createdAt: now, updatedAt: now } satisfies Insertable<Users>
  const { id } = await trx.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** What the users' screen changes of a person. */
type ManagedUser = Pick<LockedUser, 'id' | 'name' | 'email' | 'phone' | 'role' | 'isActive' | 'departmentId'>

/** Writes many people at once, in one statement. */
export async function updateUsers(trx: Trx, people: readonly ManagedUser[], now: Date): Promise<void> {
  await sql`
    update users u
    set name = n.name, email = n.email, phone = n.phone, role = n.role, is_active = n.is_active,
      department_id = n.department_id, updated_at = ${now}::timestamptz
    from unnest(
      ${people.map(({ id }) => id)}::int[],
      ${people.map(({ name }) => name)}::text[],
      ${people.map(({ email }) => email)}::text[],
      ${people.map(({ phone }) => phone)}::text[],
      ${people.map((person) => person.role)}::text[],
      ${people.map(({ isActive }) => isActive)}::boolean[],
      ${people.map(({ departmentId }) => departmentId)}::int[]
    ) n (id, name, email, phone, role, is_active, department_id)
    where u.id = n.id
  `.execute(trx)
}

/** Writes what `change` names and leaves the rest as it is. */
export async function changeUser(trx: Trx, id: number, change: Updateable<Users>, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ ...change, updatedAt: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteUserRow(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', id).execute()
}

/**
 * Waits for whoever else changes who administers, and then locks the person: of two people who remove each other's rights at
 * once, the second waits and then counts what the first has left.
 *
 * @throws AppError USER_NOT_FOUND
 */
export async function lockUserAndAdmins(trx: Trx, id: number) {
  const activeAdmins = await lockActiveAdmins(trx)
  return { user: await lockUser(trx, id), activeAdmins }
}

/**
 * Nobody else changes who administers until the end of the transaction. The rows of the Admins stay free, which their
 * sign-ins ask for.
 *
 * @returns how many active Admins there are
 */
export async function lockActiveAdmins(trx: Trx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('active admins'))`.execute(trx)
  return (await activeAdmins(trx).execute()).length
}

/** Those who may administer. */
export const activeAdmins = (db: Db) =>
  db.selectFrom('users').select('id').where('role', '=', role.admin).where('isActive', '=', true)

/** @throws AppError USER_NOT_FOUND */
export async function lockUser(trx: Trx, id: number): Promise<LockedUser> {
  const [user] = await lockUsers(trx, [id])
  if (!user) throw new AppError('USER_NOT_FOUND')
  return user
}

/** A person as they were when they were locked. */
export type LockedUser = Awaited<ReturnType<typeof lockUsers>>[number]

/** Many at once, in the order of their ids, so that two who lock the same ones never wait for each other. */
export async function lockUsers(trx: Trx, ids: readonly number[]) {
  const users = await trx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone', 'role', 'isActive', 'departmentId', 'passwordHash'])
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return users.map((user) => ({ ...user, role: user.role as Role }))
}

import { AppError } from '@malote/core/shared/errors.ts'
import { type Role, role } from '@malote/core/users/role.ts'
import type { NewUser, User, UserOption } from '@malote/core/users/user.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { AddressChange } from '../../domain/mail/address-confirmation.ts'
import { queueMail } from '../../domain/mail/mail-queue.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Users } from '../../platform/db/schema.ts'
import { anyOf, anyTextOf } from '../../platform/db/statements.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordPeople } from './record-people.ts'

/** A new person; only an Admin may have no department. */
type NewPerson = Omit<NewUser, 'departmentId'> & { departmentId: number | null }

/** @returns the new person's id */
export async function insertUser(trx: Trx, fields: NewPerson, now: Date): Promise<number> {
  const values = { ...fields, phone: fields.phone || null, createdAt: now, updatedAt: now } satisfies Insertable<Users>
  const { id } = await trx.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The fields of a person that the users' screen changes. */
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

/** Milliseconds after a change of address in which no link for a new password is sent to the new one. */
const addressWait = 24 * 3_600_000

/** Notes that these people have new addresses. */
export async function changeAddresses(trx: Trx, ids: readonly number[], now: Date): Promise<void> {
  await trx.updateTable('users').set({ emailChangedAt: now }).where('id', '=', anyOf(ids)).execute()
}

/** Whether links for a new password wait; invitations do not, because nobody has signed in yet. */
export const isAddressNew = (
  { emailChangedAt, firstAccess }: { emailChangedAt: string | null; firstAccess: boolean },
  now: Date,
): boolean => !firstAccess && emailChangedAt !== null && Date.parse(emailChangedAt) + addressWait > now.getTime()

/** Ends the wait after this change of address. Returns the person's name; undefined when the address is another one since. */
export async function confirmAddress(trx: Trx, { userId, at }: AddressChange): Promise<string | undefined> {
  const confirmed = await trx
    .updateTable('users')
    .set({ emailChangedAt: null })
    .where('id', '=', userId)
    .where('isActive', '=', true)
    .where('emailChangedAt', '=', new Date(at).toISOString())
    .returning('name')
    .executeTakeFirst()
  return confirmed?.name
}

/** Updates the fields in `change`. */
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
 * Locks the set of Admins, then the person. If two Admins remove each other's rights at once, the second waits and is
 * then refused.
 *
 * @throws AppError ONLY_ADMINS, USER_NOT_FOUND
 */
export async function lockUserAndAdmins(trx: Trx, actor: Pick<Viewer, 'id'>, id: number) {
  const activeAdmins = await lockAdminsFor(trx, actor)
  return { user: await lockUser(trx, id), activeAdmins }
}

/**
 * {@link lockActiveAdmins} for a change that an Admin makes. Refuses those who have lost their rights while they
 * waited: they could otherwise take them back.
 *
 * @throws AppError ONLY_ADMINS
 */
export async function lockAdminsFor(trx: Trx, actor: Pick<Viewer, 'id'>): Promise<number> {
  const admins = await lockAdmins(trx)
  if (!admins.some(({ id }) => id === actor.id)) throw new AppError('ONLY_ADMINS')
  return admins.length
}

/**
 * Prevents other changes to the set of Admins until the transaction ends. Does not lock the Admins' rows, because their
 * sign-ins lock them.
 *
 * @returns the number of active Admins
 */
export const lockActiveAdmins = async (trx: Trx): Promise<number> => (await lockAdmins(trx)).length

async function lockAdmins(trx: Trx) {
  await sql`select pg_advisory_xact_lock(hashtext('active admins'))`.execute(trx)
  return activeAdmins(trx).execute()
}

/** The active Admins. */
export const activeAdmins = (db: Db) =>
  db.selectFrom('users').select('id').where('role', '=', role.admin).where('isActive', '=', true)

/** @throws AppError USER_NOT_FOUND */
export async function lockUser(trx: Trx, id: number): Promise<LockedUser> {
  const [user] = await lockUsers(trx, [id])
  if (!user) throw new AppError('USER_NOT_FOUND')
  return user
}

/**
 * A person before a transaction that will lock them, for what takes too long inside it.
 *
 * @throws AppError USER_NOT_FOUND
 */
export async function readUser(db: Db, id: number): Promise<LockedUser> {
  const user = await selectUsers(db, [id]).executeTakeFirst()
  if (!user) throw new AppError('USER_NOT_FOUND')
  return { ...user, role: user.role as Role }
}

/** A person as of the moment of locking. */
export type LockedUser = Awaited<ReturnType<typeof lockUsers>>[number]

/** Locks several people in order of id, so that two transactions that lock the same ones cannot deadlock. */
export async function lockUsers(trx: Trx, ids: readonly number[]) {
  const users = await selectUsers(trx, ids).orderBy('id').forNoKeyUpdate().execute()
  return users.map((user) => ({ ...user, role: user.role as Role }))
}

const selectUsers = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'phone',
      'role',
      'isActive',
      'departmentId',
      'passwordHash',
      'firstAccess',
      'emailChangedAt',
    ])
    .where('id', '=', anyOf(ids))

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

/** The fields of a person that an import compares. */
export interface KnownUser {
  id: number
  name: string
  email: string
  phone: string | null
  departmentId: number | null
  role: Role
  isActive: boolean
}

/** @param emails in lower case */
export async function usersWithEmail(db: Db, emails: readonly string[]): Promise<KnownUser[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone', 'departmentId', 'role', 'isActive'])
    .where(sql`lower(email)`, '=', anyTextOf(emails))
    .execute()
  return rows as KnownUser[]
}

/** Creates many people at once, without passwords. Active ones are invited by e-mail if that is configured. */
export async function insertUsers(trx: Trx, actor: Actor, people: readonly NewUser[], now: Date): Promise<void> {
  if (people.length === 0) return
  const { rows } = await sql<KnownUser>`
    insert into users (name, email, phone, department_id, role, is_active, created_at, updated_at)
    select *, ${now}::timestamptz, ${now}::timestamptz from unnest(
      ${people.map(({ name }) => name)}::text[],
      ${people.map(({ email }) => email)}::text[],
      ${people.map(({ phone }) => phone || null)}::text[],
      ${people.map(({ departmentId }) => departmentId)}::int[],
      ${people.map((person) => person.role)}::text[],
      ${people.map(({ isActive }) => isActive)}::boolean[]
    )
    returning id, name, email, phone, department_id, role, is_active
  `.execute(trx)
  await recordPeople(
    trx,
    actor,
    rows.map((after) => ({ after })),
  )
  await queueMail(
    trx,
    rows.filter(({ isActive }) => isActive).map(({ id }) => ({ kind: 'invitation', userId: id })),
  )
}

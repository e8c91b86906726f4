import type { Role } from '@malote/core/users/role.ts'
import type { NewUser } from '@malote/core/users/user.ts'
import { sql } from 'kysely'
import { queueMail } from '../../domain/mail/mail-queue.ts'
import { anyTextOf } from '../../platform/db/any-of.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordPeople } from './record-people.ts'

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

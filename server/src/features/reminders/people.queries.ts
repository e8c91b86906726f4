import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Db, Trx } from '../../db/connect.ts'

/** Whom a reminder may concern. */
export interface Person {
  id: number
  departmentId: number | null
  role: Role
}

/** Identities of the people who want to hear of returns, in order, a batch at a time. */
export async function* peopleToRemind(db: Db, batchSize: number): AsyncGenerator<readonly number[]> {
  for (let last = 0; ; ) {
    const people = await db
      .selectFrom('users')
      .select('id')
      .where('id', '>', last)
      .where('isActive', '=', true)
      .where('notifyItemReturn', '=', true)
      .orderBy('id')
      .limit(batchSize)
      .execute()
    const reached = people.at(-1)
    if (!reached) return
    yield people.map(({ id }) => id)
    last = reached.id
  }
}

/**
 * The people, as they are now, held until the transaction ends, without those who no longer want to be reminded.
 *
 * Nobody is waited for while others are held, so that nothing deadlocks with an edit of two of them: who is held by
 * somebody else is left out of a batch, and waited for when alone.
 */
export async function lockPeopleToRemind(trx: Trx, ids: readonly number[]): Promise<Person[]> {
  const people = await trx
    .selectFrom('users')
    .select(['id', 'departmentId', 'role'])
    .where('id', '=', anyOf(ids))
    .where('isActive', '=', true)
    .where('notifyItemReturn', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .$if(ids.length > 1, (query) => query.skipLocked())
    .execute()
  return people.map((person) => ({ ...person, role: person.role as Role }))
}

/** Who was reminded today; to be asked once they are held, when a second instance has committed what it told them. */
export async function remindedOn(trx: Trx, userIds: readonly number[], today: CivilDate): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...userIds]}::int[]) person (id)
    where exists (select from item_reminders where user_id = person.id and sent_on = ${today}::date)
  `.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

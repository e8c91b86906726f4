import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { anyOf } from '../../platform/db/any-of.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'

/** A possible recipient of reminders. */
export interface Person {
  id: number
  departmentId: number | null
  role: Role
}

/** Ids of the people who want reminders of returns, in order, batch by batch. */
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
 * Loads the people and locks them until the transaction ends. Leaves out those who no longer want reminders.
 *
 * Never waits for a lock while holding others, so that it cannot deadlock with an edit of two of these people: a batch
 * skips people who are locked, and only a call for one person waits.
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

/** The people reminded today. Call it after locking them, so that it sees what a second instance has committed. */
export async function remindedOn(trx: Trx, userIds: readonly number[], today: CivilDate): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...userIds]}::int[]) person (id)
    where exists (select from item_reminders where user_id = person.id and sent_on = ${today}::date)
      or exists (select from receipt_reminders where user_id = person.id and sent_on = ${today}::date)
  `.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

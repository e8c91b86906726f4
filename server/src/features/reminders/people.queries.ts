import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Db, Trx } from '../../db/connect.ts'

/** Whom a reminder may concern. */
export interface Person {
  id: number
  departmentId: number | null
  role: Role
}

const batchSize = 500

/** Identities of the people who want to hear of returns, in order, a batch at a time. */
export async function* peopleToRemind(db: Db): AsyncGenerator<number> {
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
    for (const { id } of people) yield id
    const reached = people.at(-1)
    if (!reached) return
    last = reached.id
  }
}

/**
 * The person, as they are now, held until the transaction ends: a second instance waits here, and then finds that the
 * person was reminded.
 *
 * @returns undefined when the person was reminded today, or no longer wants to be
 */
export async function lockPersonToRemind(trx: Trx, id: number, today: CivilDate): Promise<Person | undefined> {
  const person = await trx
    .selectFrom('users')
    .select(['id', 'departmentId', 'role'])
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('notifyItemReturn', '=', true)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!person || (await wasReminded(trx, id, today))) return undefined
  return { ...person, role: person.role as Role }
}

const wasReminded = async (trx: Trx, userId: number, today: CivilDate): Promise<boolean> =>
  (await trx
    .selectFrom('itemReminders')
    .select('itemId')
    .where('userId', '=', userId)
    .where('sentOn', '=', today)
    .limit(1)
    .executeTakeFirst()) !== undefined

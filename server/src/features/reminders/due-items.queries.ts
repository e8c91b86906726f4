import { type OccurrenceKind, silencingKinds } from '@malote/core/occurrences/occurrence.ts'
import type { BusinessDay, RemindableItem, ReminderRole } from '@malote/core/reminders/reminder-rules.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import type { Role } from '@malote/core/users/role.ts'
import { isManager } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { whereaboutsOf } from '../../domain/visibility/hops.ts'
import { isResponsibleThere, seesProtocol, visibleTo } from '../../domain/visibility/visible-to.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'

/** An item that is not returned yet and concerns a person, with the texts for its reminder. */
export interface ConcerningItem extends RemindableItem {
  id: number
  protocolId: number
  reminderRole: ReminderRole
  documentNumber: string | null
  itemType: string
  originDepartment: string
  destinationDepartment: string
  /** True while the protocol has not been received, so that the item is still at the origin. */
  isAwaited: boolean
  /** Name of the department that it was passed on to and has not come back from. */
  whereabouts: string | null
  /** Kind of an open occurrence that silences the reminders to the holder; null when there is none. */
  reported: OccurrenceKind | null
}

/** Position after the last batch. */
export type Cursor = Pick<ConcerningItem, 'dueDate' | 'id'>

/**
 * The next items that concern a person and are due by the next business day, earliest first: items for which the person
 * is responsible; for a Gestor, items that are in the department; and late items of the protocols that the person
 * created.
 *
 * While an occurrence says that the holder cannot return the item, only its creator is reminded, as the holder would be
 * (contract 20.18); the Gestores of the origin while that person is inactive or no longer sees the protocol.
 *
 * A responsible user who has left the department, or may no longer sign in, cannot return the item. The Gestores are
 * then reminded as if the item had no responsible user.
 *
 * Each branch reads at most one batch from its own index, in the same order, so that a person's items are never all
 * read at once: `items_responsible_id_idx`, `items_returns_destination_idx`, `protocols_open_created_by_idx`. Open
 * occurrences are few; those of a department are read whole, from `occurrences_origin_idx`.
 */
export async function concerningItems(
  trx: Trx,
  { id, departmentId, role }: Person,
  { today, nextBusinessDay }: BusinessDay,
  after: Cursor | undefined,
  limit: number,
): Promise<ConcerningItem[]> {
  const isOut = sql`i.status = 'pendente' and not i.in_cancelled_protocol
    and (i.return_date, i.id) > (${after?.dueDate ?? '0001-01-01'}::date, ${after?.id ?? 0}::int)`
  const isReported = sql`exists (select from occurrences s where s.item_id = i.id and s.status = 'aberta'
    and s.kind = any(${[...silencingKinds]}::text[]))`
  const next = sql`order by i.return_date, i.id limit ${limit}`
  const ofDepartment = sql`
    union
    (select i.id, i.return_date from items i
     where i.destination_department_id = ${departmentId} and i.return_date <= ${nextBusinessDay}::date
       and ${isOut} and not ${isReported} ${next})
    union
    (select i.id, i.return_date from items i join protocols p on p.id = i.protocol_id
     where i.id in (
         select item_id from occurrences where origin_department_id = ${departmentId} and status = 'aberta'
           and kind = any(${[...silencingKinds]}::text[])
       )
       and i.return_date <= ${nextBusinessDay}::date and ${isOut}
       and not exists (select from users where users.id = p.created_by and users.is_active and ${seesProtocol(sql.ref('p.id'))})
     ${next})`
  const { rows } = await sql<ConcerningItem>`
    with due as (
      (select i.id, i.return_date from items i
       where i.responsible_id = ${id} and i.destination_department_id = ${departmentId}
         and i.return_date <= ${nextBusinessDay}::date and ${isOut} and not ${isReported} ${next})
      union
      (select i.id, i.return_date from protocols p join items i on i.protocol_id = p.id
       where p.created_by = ${id} and p.status in ('Pendente', 'Em andamento')
         and ${visibleTo({ role, departmentId }, 'p')}
         and (i.return_date < ${today}::date or (i.return_date <= ${nextBusinessDay}::date and ${isReported}))
         and ${isOut} ${next})
      ${isManager({ role }) ? ofDepartment : sql``}
    )
    select i.id, i.protocol_id, i.document_number, t.name as item_type, i.return_date as due_date,
      o.name as origin_department, d.name as destination_department, p.status = 'Pendente' as is_awaited, ${whereaboutsOf('i')} as whereabouts,
      reported.kind as reported,
      case
        when reported.kind is not null and p.created_by = ${id} then 'settler'
        when reported.kind is not null then 'settling manager'
        when i.responsible_id = ${id} and i.destination_department_id = ${departmentId} then 'responsible'
        when i.destination_department_id = ${departmentId} and ${isManager({ role })} and not ${isResponsibleThere('i')}
          then case when i.responsible_id is null then 'stand-in' else 'stand-in for leaver' end
        when p.created_by = ${id} then 'creator'
        else 'manager'
      end as reminder_role,
      coalesce(s.reminded, '{}') as reminded
    from due
    join items i on i.id = due.id
    join protocols p on p.id = i.protocol_id
    join item_types t on t.id = i.item_type_id
    join departments o on o.id = i.origin_department_id
    join departments d on d.id = i.destination_department_id
    left join lateral (
      select kind from occurrences
      where item_id = i.id and status = 'aberta' and kind = any(${[...silencingKinds]}::text[])
      order by id limit 1
    ) reported on true
    left join lateral (
      select jsonb_object_agg(kind, sent_on) as reminded
      from item_reminders where item_id = i.id and user_id = ${id} and return_date = i.return_date
    ) s on true
    order by i.return_date, i.id
    limit ${limit}
  `.execute(trx)
  return rows
}

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

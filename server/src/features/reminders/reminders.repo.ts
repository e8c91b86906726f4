import type { ReceiptThresholds, ReminderKind } from '@malote/core/reminders/reminder-rules.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { role } from '@malote/core/users/role.ts'
import { sql } from 'kysely'
import { awaitingReceiptDays } from '../../domain/custody/custody-columns.ts'
import { seesProtocol } from '../../domain/visibility/visible-to.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { anyOf } from '../../platform/db/statements.ts'

/** An item of which a person is reminded. */
export interface Reminder {
  userId: number
  /** Id of the item. */
  id: number
  dueDate: CivilDate
  kind: ReminderKind
}

/** Records the reminders of today. */
export async function recordReminders(trx: Trx, today: CivilDate, reminders: readonly Reminder[]): Promise<void> {
  if (reminders.length === 0) return
  await sql`
    insert into item_reminders (item_id, user_id, return_date, kind, sent_on)
    select item_id, user_id, return_date, kind, ${today}::date
    from unnest(
      ${reminders.map(({ id }) => id)}::int[],
      ${reminders.map(({ userId }) => userId)}::int[],
      ${reminders.map(({ dueDate }) => dueDate)}::date[],
      ${reminders.map(({ kind }) => kind)}::text[]
    ) as reminder (item_id, user_id, return_date, kind)
    on conflict (item_id, user_id, return_date, kind) do update set sent_on = excluded.sent_on
  `.execute(trx)
}

/** True when all reminders of that day are done. */
export const isDayFinished = async (db: Db, day: CivilDate): Promise<boolean> =>
  (await db.selectFrom('reminderDays').select('day').where('day', '=', day).executeTakeFirst()) !== undefined

/**
 * Days for which reminders are kept; late items are repeated at shorter intervals, so that older ones are not needed.
 */
const kept = 60

/** Records that the day is finished, and deletes reminders that are no longer needed. */
export async function finishDay(db: Db, day: CivilDate, now: Date): Promise<void> {
  await db
    .insertInto('reminderDays')
    .values({ day, finishedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.deleteFrom('itemReminders').where('sentOn', '<', addDays(day, -kept)).execute()
  await db.deleteFrom('receiptReminders').where('sentOn', '<', addDays(day, -kept)).execute()
  await db.deleteFrom('reminderDays').where('day', '<', addDays(day, -kept)).execute()
}

/** A protocol that nobody has received yet, with the texts for its reminder. */
export interface AwaitedReceipt {
  id: number
  /** Business days since it was sent. */
  days: number
  originDepartment: string
  destinationDepartment: string
  /** True for the person who created it, false for a Gestor of the destination. */
  isCreator: boolean
}

/** What a person is reminded of. */
interface AwaitedReceipts {
  userId: number
  total: number
  /** The longest-waiting ones, as many as were asked for. */
  named: readonly AwaitedReceipt[]
}

/**
 * Records reminders of protocols that have waited too long to be received, and returns each person's share of them:
 * Gestores of the destination, and creators who still see the protocol. One statement for all people, whose rows the
 * transaction has locked.
 *
 * Reads the waiting protocols from `protocol_departments_open_idx` and `protocols_open_created_by_idx`, up to the day on
 * which reminders start.
 *
 * @param most number of protocols per person that are named
 */
export async function recordAwaitedReceipts(
  trx: Trx,
  userIds: readonly number[],
  today: CivilDate,
  { managers, creators, again }: ReceiptThresholds,
  most: number,
): Promise<AwaitedReceipts[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<AwaitedReceipts>`
    with person as materialized (
      select id, role, department_id from users where id = ${anyOf(userIds)}
    ), waiting as (
      select person.id as user_id, m.protocol_id, m.created_at, false as is_creator
      from person join protocol_departments m on m.department_id = person.department_id
      where person.role = ${role.manager} and m.status in ('Pendente', 'Em andamento') and m.status = 'Pendente'
        and (not m.is_origin or m.other_department_id = m.department_id)
        and m.created_at < ${startOfDayAfter(managers)}
      union all
      select users.id, p.id, p.created_at, true
      from person join users on users.id = person.id
      join protocols p on p.created_by = users.id
      where p.status in ('Pendente', 'Em andamento') and p.status = 'Pendente'
        and p.created_at < ${startOfDayAfter(creators)} and ${seesProtocol(sql.ref('p.id'))}
    ), due as (
      select w.user_id, w.protocol_id, min(w.created_at) as created_at, bool_and(w.is_creator) as is_creator
      from waiting w left join receipt_reminders r on r.user_id = w.user_id and r.protocol_id = w.protocol_id
      where r.sent_on is null or r.sent_on <= ${again}::date
      group by w.user_id, w.protocol_id
    ), recorded as (
      insert into receipt_reminders (user_id, protocol_id, sent_on)
      select user_id, protocol_id, ${today}::date from due
      on conflict (user_id, protocol_id) do update set sent_on = excluded.sent_on
    ), ranked as (
      select *, row_number() over (partition by user_id order by created_at, protocol_id) as place from due
    )
    select r.user_id, count(*)::int as total, json_agg(json_build_object(
      'id', r.protocol_id, 'isCreator', r.is_creator, 'originDepartment', o.name, 'destinationDepartment', d.name,
      'days', ${awaitingReceiptDays(sql`r.created_at`, today)}
    ) order by r.place) filter (where r.place <= ${most}) as named
    from ranked r
    left join protocols p on p.id = r.protocol_id and r.place <= ${most}
    left join departments o on o.id = p.origin_department_id
    left join departments d on d.id = p.destination_department_id
    group by r.user_id
    order by r.user_id`.execute(trx)
  return rows
}

/** The instant at which a civil day has ended. */
const startOfDayAfter = (day: CivilDate) =>
  sql`((${day}::date + 1)::timestamp at time zone (select time_zone from settings))`

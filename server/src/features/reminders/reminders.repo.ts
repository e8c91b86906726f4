import type { ReminderKind } from '@malote/core/reminders/reminder-rules.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'

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

import { sql } from 'kysely'
import { withdrawLateNotices } from '../../domain/notices/withdraw-notices.ts'
import type { Db } from '../../platform/db/connect.ts'
import { deleteInBatches } from '../../platform/db/statements.ts'
import type { Config } from '../../platform/settings/config.ts'

type RetentionOfNotices = Pick<Config, 'RETENTION_NOTIFICATIONS_DAYS' | 'RETENTION_READ_NOTIFICATIONS_DAYS'>

/** Rows per transaction. */
const batchSize = 5_000

/**
 * Removes old notifications; the history still has the events. Rows are stored in order of `created_at`, so that its
 * BRIN index can find them. Also removes the counts of notified people, which matter for an hour, and of mails, some of
 * which wait in a bundle for as long as a mail is tried (contract 19.41), notifications that were written while others
 * were withdrawn, and texts that only old notifications quoted.
 *
 * @returns the number of removed notifications
 */
export async function forgetOldNotifications(db: Db, kept: RetentionOfNotices, now: Date): Promise<number> {
  const { RETENTION_NOTIFICATIONS_DAYS: unread, RETENTION_READ_NOTIFICATIONS_DAYS: read } = kept
  const oldestRead = sql`${now}::timestamptz - make_interval(days => ${read})`
  const oldestUnread = sql`${now}::timestamptz - make_interval(days => ${unread})`
  await sql`delete from notified_people where notified_at < ${now}::timestamptz - interval '1 day'`.execute(db)
  await sql`delete from notice_mails where at < ${now}::timestamptz - interval '4 days'`.execute(db)
  await withdrawLateNotices(db, now)
  const forgotten = await deleteInBatches(
    db,
    batchSize,
    sql`
      delete from notifications where id = any(array(
        select id from notifications
        where created_at < greatest(${oldestRead}, ${oldestUnread})
          and created_at < case when read_at is null then ${oldestUnread} else ${oldestRead} end
        limit ${batchSize}
      ))`,
  )
  await sql`select forget_texts(least(${oldestRead}, ${oldestUnread}))`.execute(db)
  return forgotten
}

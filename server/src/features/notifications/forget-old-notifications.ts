import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Days for which read and unread notifications are kept. */
const kept = { read: 180, unread: 365 }

/** Rows per transaction: short transactions do not block others. */
const batchSize = 5_000

/**
 * Removes old notifications; the history still has the events. Rows are stored in order of `created_at`, so that its
 * BRIN index can find them.
 *
 * @returns the number of removed notifications
 */
export async function forgetOldNotifications(db: Db, now: Date): Promise<number> {
  let removed = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from notifications where id = any(array(
        select id from notifications
        where created_at < ${now}::timestamptz - make_interval(days => ${kept.read})
          and (read_at is not null or created_at < ${now}::timestamptz - make_interval(days => ${kept.unread}))
        limit ${batchSize}
      ))
    `.execute(db)
    removed += Number(numAffectedRows)
    if (numAffectedRows < batchSize) return removed
  }
}

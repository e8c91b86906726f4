import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Days for which what was read is kept, and what nobody has read. */
const kept = { read: 180, unread: 365 }

/** Rows that go at once: short transactions keep out of everybody's way. */
const batchSize = 5_000

/**
 * Removes notifications of long ago; what happened stays in the history. Rows lie in the order of their moments, which
 * the BRIN index on `created_at` makes use of.
 *
 * @returns how many it removed
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

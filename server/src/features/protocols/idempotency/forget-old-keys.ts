import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

/** Days for which a repeated creation is recognised: longer than any open form is tried again. */
const kept = 7

/**
 * Removes the idempotency keys of long ago, in short transactions that keep out of everybody's way. Rows lie
 * in the order of their moments, which the BRIN index on `created_at` makes use of.
 *
 * @param batchSize rows that go at once
 * @returns how many it removed
 */
export async function forgetOldKeys(db: Db, now: Date, batchSize = 5_000): Promise<number> {
  let removed = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from idempotency_keys used using (
        select user_id, key from idempotency_keys
        where created_at < ${now}::timestamptz - make_interval(days => ${kept}) limit ${batchSize}
      ) old
      where used.user_id = old.user_id and used.key = old.key
    `.execute(db)
    removed += Number(numAffectedRows)
    if (numAffectedRows < batchSize) return removed
  }
}

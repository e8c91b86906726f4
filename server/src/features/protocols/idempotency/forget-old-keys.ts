import { sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'

/** Days for which a repeated creation is recognised: longer than any open form is retried. */
const kept = 7

/**
 * Removes old idempotency keys. Rows are stored in order of `created_at`, so that its BRIN index can find them.
 *
 * @param batchSize rows per transaction
 * @returns the number of removed keys
 */
export const forgetOldKeys = (db: Db, now: Date, batchSize = 5_000): Promise<number> =>
  deleteInBatches(
    db,
    batchSize,
    sql`
      delete from idempotency_keys used using (
        select user_id, key from idempotency_keys
        where created_at < ${now}::timestamptz - make_interval(days => ${kept}) limit ${batchSize}
      ) old
      where used.user_id = old.user_id and used.key = old.key`,
  )

import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from './record-audit.ts'

/** Rows per transaction: short transactions do not block others. */
const batchSize = 5_000

/**
 * Deletes audited events that are older than `RETENTION_AUDIT_DAYS`, and records how many. Does nothing without that
 * setting. The server's role cannot delete from the audit: a function of the owner does it, by the clock of the database,
 * and refuses to delete what is younger than 180 days.
 *
 * @returns the number of deleted events
 */
export async function forgetOldAudit(
  db: Db,
  { RETENTION_AUDIT_DAYS: days }: Pick<Config, 'RETENTION_AUDIT_DAYS'>,
): Promise<number> {
  if (days === undefined) return 0
  let forgotten = 0
  for (;;) {
    const { rows } = await sql<{ n: number }>`select forget_old_audit(${days}, ${batchSize}) as n`.execute(db)
    const n = rows[0]?.n ?? 0
    forgotten += n
    if (n < batchSize) break
  }
  if (forgotten > 0) {
    const event = { action: 'retention', actor: null, address: null, after: { records: forgotten, days } } as const
    await db.transaction().execute((trx) => recordAudit(trx, event))
  }
  return forgotten
}

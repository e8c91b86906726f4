import type { Db } from '../../db/connect.ts'

/** Removes sessions and links that no longer open anything: who was where and when is not kept for longer than needed. */
export async function forgetExpiredAccess(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now.toISOString()).execute()
  await db.deleteFrom('accountTokens').where('expiresAt', '<=', now.toISOString()).execute()
}

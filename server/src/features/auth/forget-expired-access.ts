import type { Db } from '../../db/connect.ts'

/** Removes expired sessions and links: where and when people signed in is not kept longer than needed. */
export async function forgetExpiredAccess(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now.toISOString()).execute()
  await db.deleteFrom('accountTokens').where('expiresAt', '<=', now.toISOString()).execute()
}

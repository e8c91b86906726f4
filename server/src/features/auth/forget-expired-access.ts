import type { Db } from '../../platform/db/connect.ts'
import { forgetOldNetworks } from './known-networks.repo.ts'

/**
 * Removes expired sessions, links and half-finished sign-ins, and old networks: where and when people signed in is not
 * kept longer than needed.
 */
export async function forgetExpiredAccess(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now.toISOString()).execute()
  await db.deleteFrom('pendingSignIns').where('expiresAt', '<=', now.toISOString()).execute()
  await db.deleteFrom('accountTokens').where('expiresAt', '<=', now.toISOString()).execute()
  await db.deleteFrom('finishedSignIns').where('expiresAt', '<=', now.toISOString()).execute()
  await forgetOldNetworks(db, now)
}

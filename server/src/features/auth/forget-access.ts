import type { Db, Trx } from '../../platform/db/connect.ts'
import { forgetOldDevices, forgetOldNetworks } from './devices.repo.ts'
import { dropIdentities } from './identities.repo.ts'
import { endPendingSignIns } from './pending-sign-ins.repo.ts'
import { endSessions } from './sessions.repo.ts'

/** Removes how, when and from where a person signed in: sessions, links, identities at providers, networks, browsers. */
export async function forgetAccessOf(trx: Trx, userId: number): Promise<void> {
  await endSessions(trx, userId)
  await endPendingSignIns(trx, userId)
  await dropIdentities(trx, [userId])
  await trx.deleteFrom('accountTokens').where('userId', '=', userId).execute()
  await trx.deleteFrom('knownNetworks').where('userId', '=', userId).execute()
  await trx.deleteFrom('devices').where('userId', '=', userId).execute()
}

/**
 * Removes expired sessions, links and half-finished sign-ins, and old networks and browsers: where and when people signed in is not
 * kept longer than needed.
 */
export async function forgetExpiredAccess(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now.toISOString()).execute()
  await db.deleteFrom('pendingSignIns').where('expiresAt', '<=', now.toISOString()).execute()
  await db.deleteFrom('accountTokens').where('expiresAt', '<=', now.toISOString()).execute()
  await db.deleteFrom('finishedSignIns').where('expiresAt', '<=', now.toISOString()).execute()
  await forgetOldNetworks(db, now)
  await forgetOldDevices(db, now)
}

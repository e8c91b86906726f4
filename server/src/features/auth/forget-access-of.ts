import type { Trx } from '../../platform/db/connect.ts'
import { dropIdentities } from './identities.repo.ts'
import { endPendingSignIns } from './pending-sign-ins.repo.ts'
import { endSessions } from './sessions.repo.ts'

/** Removes how, when and from where a person signed in: sessions, links, identities at providers, networks. */
export async function forgetAccessOf(trx: Trx, userId: number): Promise<void> {
  await endSessions(trx, userId)
  await endPendingSignIns(trx, userId)
  await dropIdentities(trx, [userId])
  await trx.deleteFrom('accountTokens').where('userId', '=', userId).execute()
  await trx.deleteFrom('knownNetworks').where('userId', '=', userId).execute()
}

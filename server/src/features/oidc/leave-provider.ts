import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../platform/db/connect.ts'
import { recordAudit } from '../audit/public.ts'
import { endSession } from '../auth/public.ts'
import type { Provider } from './provider.ts'

/** The person who leaves, with session and address. */
interface Leaver {
  viewer: Viewer
  sessionId: number
  ip: string
}

/**
 * Ends a session here, whatever happens at the provider.
 *
 * @returns the page that ends the provider's session too; null when the session did not begin there, or there is none
 */
export async function leaveProvider(
  db: Db,
  provider: Provider | null,
  { viewer, sessionId, ip }: Leaver,
  now: Date,
): Promise<string | null> {
  const session = await db.transaction().execute(async (trx) => {
    const before = await trx.selectFrom('sessions').select('idToken').where('id', '=', sessionId).executeTakeFirst()
    await endSession(trx, viewer.id, sessionId)
    await recordAudit(trx, { action: 'sign-out', actor: viewer, address: ip })
    return before
  })
  return provider && session?.idToken ? provider.endSessionUrl(session.idToken, now) : null
}

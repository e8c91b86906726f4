import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../platform/db/connect.ts'
import { recordAudit } from '../audit/public.ts'
import { endAllSessions, endSessions } from '../auth/public.ts'
import { lockUser } from './users.repo.ts'

/** The Admin's own session stays. */
interface Asker {
  viewer: Viewer
  sessionId: number
  ip: string
}

/**
 * Ends all sessions of one person.
 *
 * @throws AppError USER_NOT_FOUND
 */
export const endSessionsOf = (db: Db, { viewer, sessionId, ip }: Asker, id: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { name } = await lockUser(trx, id)
    await endSessions(trx, id, sessionId)
    const subject = { kind: 'user', id: String(id), name }
    await recordAudit(trx, { action: 'session.ended', actor: viewer, address: ip, subject })
  })

/** Ends the sessions of everybody. */
export const endSessionsOfAll = (db: Db, { viewer, sessionId, ip }: Asker): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await endAllSessions(trx, sessionId)
    const subject = { kind: 'sessions', id: null, name: null }
    await recordAudit(trx, { action: 'session.ended', actor: viewer, address: ip, subject })
  })

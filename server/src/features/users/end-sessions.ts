import type { Viewer } from '@malote/core/users/viewer.ts'
import { notifyAccount } from '../../domain/notices/notify.ts'
import type { Db } from '../../platform/db/connect.ts'
import { recordAudit } from '../audit/public.ts'
import { endAllSessions, endSessions } from '../auth/public.ts'
import { lockUser } from './users.repo.ts'

/** The Admin's own session stays. */
interface Asker {
  viewer: Viewer & { name: string }
  sessionId: number
  ip: string
}

/**
 * Ends all sessions of one person.
 *
 * @throws AppError USER_NOT_FOUND
 */
export const endSessionsOf = (db: Db, { viewer, sessionId, ip }: Asker, id: number, now: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { name } = await lockUser(trx, id)
    await endSessions(trx, id, sessionId)
    await notifyAccount(trx, { userId: id, ...sessionsEnded(viewer), at: now })
    const subject = { kind: 'user', id: String(id), name }
    await recordAudit(trx, { action: 'session.ended', actor: viewer, address: ip, subject })
  })

const sessionsEnded = ({ name }: Asker['viewer']) => ({
  title: 'Sessões encerradas',
  message: `${name} encerrou as suas sessões no Malote e o endereço do seu calendário, se havia um. Entre de novo com a sua senha.`,
})

/** Ends the sessions of everybody, and tells those who had one. */
export const endSessionsOfAll = (db: Db, { viewer, sessionId, ip }: Asker, now: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const people = await trx
      .selectFrom('sessions')
      .select('userId')
      .distinct()
      .where('userId', '<>', viewer.id)
      .execute()
    await notifyAccount(
      trx,
      people.map(({ userId }) => ({ userId, ...sessionsEnded(viewer), at: now })),
    )
    await endAllSessions(trx, sessionId)
    const subject = { kind: 'sessions', id: null, name: null }
    await recordAudit(trx, { action: 'session.ended', actor: viewer, address: ip, subject })
  })

import type { Duty } from '@malote/core/auth/duty.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import { notifyAccount } from '../../domain/notices/notify.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { recordAudit } from '../audit/public.ts'
import { findSessionUser } from './session-user.queries.ts'
import { endUnusedSessions, mostSessions, type NewSession, openSession } from './sessions.repo.ts'

/** A person who has proved who they are, by whatever way. */
export interface Admitted extends Omit<NewSession, 'duty'> {
  duty?: Duty | undefined
}

/** Opens the session: the last step of every way in. */
export async function admit(
  trx: Trx,
  { duty, ...session }: Admitted,
  now: Date,
): Promise<{ user: SessionUser; token: string }> {
  const token = await openSession(trx, { ...session, duty: duty ?? null }, now)
  const hasEnded = await endUnusedSessions(trx, session.userId)
  if (hasEnded) await tellOfUnused(trx, session.userId, now)
  const user = await findSessionUser(trx, session.userId)
  const by = { actor: user, address: session.ip }
  const subject = { kind: 'user', id: String(user.id), name: user.name }
  const ended = { action: 'session.ended', ...by, subject, after: { reason: unusedLongest } } as const
  await recordAudit(trx, [{ action: 'sign-in', ...by }, ...(hasEnded ? [ended] : [])])
  return { user: { ...user, ...(duty && { duty }) }, token }
}

const unusedLongest = `Havia mais de ${mostSessions}; esta estava há mais tempo sem uso`

/** Once a day: whoever signs in again and again should not fill the bell. */
async function tellOfUnused(trx: Trx, userId: number, at: Date): Promise<void> {
  const title = 'Sessão sem uso encerrada'
  const told = await trx
    .selectFrom('notifications')
    .select('id')
    .where('userId', '=', userId)
    .where('title', '=', title)
    .where('createdAt', '>', new Date(at.getTime() - 24 * 3_600_000).toISOString())
    .limit(1)
    .executeTakeFirst()
  if (told) return
  const message = `Você tinha mais de ${mostSessions} sessões abertas, e a que estava há mais tempo sem uso foi encerrada. Se não reconhece tantas entradas, encerre as outras sessões no seu perfil e altere a sua senha.`
  await notifyAccount(trx, { userId, title, message, at })
}

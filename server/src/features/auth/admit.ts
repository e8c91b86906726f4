import type { Duty } from '@malote/core/auth/duty.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { recordAudit } from '../audit/public.ts'
import { findSessionUser } from './session-user.queries.ts'
import { type NewSession, openSession } from './sessions.repo.ts'

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
  const user = await findSessionUser(trx, session.userId)
  await recordAudit(trx, { action: 'sign-in', actor: user, address: session.ip })
  return { user: { ...user, ...(duty && { duty }) }, token }
}

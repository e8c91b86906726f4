import type { Duty } from '@malote/core/auth/duty.ts'
import { needsSecondStep } from '@malote/core/auth/second-step-rules.ts'
import { notificationFlags } from '@malote/core/notifications/notification-type.ts'
import type { SessionUser } from '@malote/core/profile/session-user.ts'
import type { Role } from '@malote/core/users/role.ts'
import { notifyAccount } from '../../domain/notices/notify.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
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

/** The duty of a person who signed in with a password; undefined without one. */
export async function dutyOf(trx: Trx, config: Config, userId: number): Promise<Duty | undefined> {
  const { mustChangePassword, role, hasSecondStep } = await trx
    .selectFrom('users')
    .select(['mustChangePassword', 'role'])
    .select((row) =>
      row
        .exists(row.selectFrom('secondStepMethods').select('id').whereRef('secondStepMethods.userId', '=', 'users.id'))
        .as('hasSecondStep'),
    )
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (mustChangePassword) return 'choose-password'
  const isDemanded = needsSecondStep(config.REQUIRE_SECOND_STEP, { role: role as Role })
  return isDemanded && !hasSecondStep ? 'enrol-second-step' : undefined
}

/** Call after a person has done their duty: their sessions get the next one, or are open. */
export async function settleDuty(trx: Trx, config: Config, userId: number): Promise<Duty | null> {
  const duty = (await dutyOf(trx, config, userId)) ?? null
  await trx
    .updateTable('sessions')
    .set({ duty })
    .where('userId', '=', userId)
    // Without a further duty all sessions are written: the trigger tells other instances, which may have cached one
    // whose duty was computed (http/auth.ts).
    .$if(duty !== null, (query) => query.where('duty', 'is not', null))
    .execute()
  return duty
}

/**
 * The signed-in person with their profile. Names its columns: a prepared statement with all of them fails once the next
 * release has added one (docs/database.md, side by side).
 */
export async function findSessionUser(db: Db, userId: number): Promise<SessionUser> {
  const row = await db
    .selectFrom('users')
    .leftJoin('departments', 'departments.id', 'users.departmentId')
    .select(['users.id', 'users.name', 'email', 'phone', 'role', 'departmentId'])
    .select(notificationFlags)
    .select('departments.name as departmentName')
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...row, role: row.role as Role }
}

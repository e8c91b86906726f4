import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import { invalidFields } from '@malote/core/shared/errors.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { ensureCurrentPassword } from './password.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

/** The session that repeats its proof, and where the request came from. */
interface Prover {
  viewer: { id: number; role: Role }
  sessionId: number
  ip: string
}

/**
 * Repeats the password in an open session. Wrong ones count as failed sign-ins of the account, but those of others
 * refuse nothing here. A password that opens no
 * session (`PASSWORD_LOGIN`) proves nothing either.
 *
 * @throws AppError CURRENT_PASSWORD_WRONG or INVALID_INPUT on the field, never as an expired session; ThrottledError
 */
export async function proveAgain(
  db: Db,
  throttle: SignInThrottle,
  { PASSWORD_LOGIN }: Pick<Config, 'PASSWORD_LOGIN'>,
  { viewer, sessionId, ip }: Prover,
  password: string,
  now: Date,
): Promise<void> {
  const { email, passwordHash } = await db
    .selectFrom('users')
    .select(['email', 'passwordHash'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow()
  if (passwordHash === null || !mayUsePassword(PASSWORD_LOGIN, viewer))
    throw invalidFields({ currentPassword: withoutPassword })
  const place = { address: ip, own: `session:${sessionId}` } as const
  await throttle.attempt(email, place, async () => {
    try {
      return { answer: await ensureCurrentPassword(password, passwordHash) }
    } catch (wrong) {
      await throttle.attempt(email, { address: ip }, () => Promise.reject(wrong)).catch(() => {})
      throw wrong
    }
  })
  await db.updateTable('sessions').set({ provedAt: now }).where('id', '=', sessionId).execute()
}

const withoutPassword = 'A sua conta não entra com senha no Malote. Saia e entre de novo para confirmar que é você.'

import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import type { Role } from '@malote/core/users/role.ts'
import type { Invitation } from '@malote/core/users/user.ts'
import type { Trx } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { type AccountToken, issueAccountToken } from '../auth/public.ts'

/** The person for whom a link is made. */
interface Recipient {
  id: number
  /** Whether they have no password yet: the link is an invitation, and valid for longer. */
  firstAccess: boolean
}

/**
 * The page where the bearer of a link chooses a password. The token is behind the `#`, which browsers send neither to a
 * server nor in a `Referer`.
 */
const passwordPage = ({ APP_URL }: Config, path: string, { token }: AccountToken) =>
  `${APP_URL}/${path}#token=${encodeURIComponent(token)}`

/**
 * Makes a link for choosing a password, which ends earlier ones (see {@link issueAccountToken}). People who may not use a
 * password get the address of the sign-in instead, which opens nothing by itself.
 */
export async function issueLink(
  trx: Trx,
  config: Config,
  user: Recipient,
  channel: 'screen' | 'mail',
  now: Date,
): Promise<Invitation & { url: string }> {
  const purpose = user.firstAccess ? 'invitation' : 'password_reset'
  const issued = await issueAccountToken(trx, user.id, { purpose, channel }, now)
  const person = await trx.selectFrom('users').select('role').where('id', '=', user.id).executeTakeFirstOrThrow()
  if (!mayUsePassword(config.PASSWORD_LOGIN, { role: person.role as Role })) {
    return { url: `${config.APP_URL}/login`, expiresAt: issued.expiresAt.toISOString() }
  }
  const path = user.firstAccess || channel === 'screen' ? 'primeiro-acesso' : 'redefinir-senha'
  return { url: passwordPage(config, path, issued), expiresAt: issued.expiresAt.toISOString() }
}

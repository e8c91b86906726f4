import type { Invitation } from '@malote/core/users/user.ts'
import type { Config } from '../../config.ts'
import type { Trx } from '../../db/connect.ts'
import { issueAccountToken, type TokenPurpose } from '../auth/public.ts'

/** The page where the bearer of a token chooses a password; the same for both purposes. */
export const passwordPage = (config: Config, token: string) =>
  `${config.APP_URL}/primeiro-acesso?token=${encodeURIComponent(token)}`

/** A new link for choosing a password. Earlier links stay valid. */
export async function issueLink(
  trx: Trx,
  config: Config,
  userId: number,
  purpose: TokenPurpose,
  now: Date,
): Promise<Invitation> {
  const { token, expiresAt } = await issueAccountToken(trx, userId, purpose, now)
  return { url: passwordPage(config, token), expiresAt: expiresAt.toISOString() }
}

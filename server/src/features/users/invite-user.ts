import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import { ensure } from '@malote/core/shared/ensure.ts'
import { role } from '@malote/core/users/role.ts'
import type { Invitation } from '@malote/core/users/user.ts'
import { canInviteUser } from '@malote/core/users/user-rules.ts'
import { queueMail } from '../../domain/mail/mail-queue.ts'
import { notifyAccount } from '../../domain/notices/notify-account.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { recordAudit } from '../audit/public.ts'
import { dropUnusedAccountTokens, linkLifetime } from '../auth/public.ts'
import type { Changer } from './edit-user.ts'
import { issueLink } from './password-link.ts'
import { type LockedUser, lockUser } from './users.repo.ts'

/**
 * Creates a new link for choosing a password, which ends earlier ones: an invitation, or help for a person who forgot
 * their password; the old one works until a new one is chosen. With e-mail, the link to an account that has a password
 * goes to its owner alone, so that an Admin cannot sign in as somebody else. Without e-mail the owner is told in the app.
 *
 * @throws AppError USER_NOT_FOUND, USER_INACTIVE; PROOF_NEEDED for an Admin, and for a person who already has a password
 */
export const inviteUser = (
  db: Db,
  { viewer, prove }: Changer,
  config: Config,
  id: number,
  now: Date,
): Promise<Invitation> =>
  db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, id)
    ensure(canInviteUser(viewer, user))
    if (!user.firstAccess || user.role === role.admin) await prove()
    await recordAudit(trx, {
      ...{ action: 'password.link', actor: viewer, address: viewer.address },
      subject: { kind: 'user', id: String(id), name: user.name },
    })
    if (user.firstAccess) {
      await queueMail(trx, [{ kind: 'invitation', userId: id }])
      return issueLink(trx, config, user, 'screen', now)
    }
    if (config.SMTP_URL === undefined) {
      if (mayUsePassword(config.PASSWORD_LOGIN, user)) await tellOwner(trx, viewer, user, now)
      return issueLink(trx, config, user, 'screen', now)
    }
    await dropUnusedAccountTokens(trx, id)
    await queueMail(trx, [{ kind: 'passwordLink', userId: id, by: viewer.name }])
    return { url: null, expiresAt: new Date(now.getTime() + linkLifetime.password_reset).toISOString() }
  })

/** Whoever sees the link could use it; the owner must not learn of it only when their password no longer works. */
const tellOwner = (trx: Trx, { name }: Changer['viewer'], { id }: LockedUser, at: Date) =>
  notifyAccount(trx, {
    userId: id,
    title: 'Link para nova senha criado',
    message: `${name} criou um link, que vale por 2 horas, para você escolher uma nova senha. A senha atual continua valendo até lá. Se não pediu isso, fale com um administrador.`,
    at,
  })

import { ensure } from '@malote/core/shared/verdict.ts'
import type { Invitation } from '@malote/core/users/user.ts'
import { canInviteUser } from '@malote/core/users/user-rules.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { dropUnusedAccountTokens } from '../auth/public.ts'
import { queueMail } from '../mail/public.ts'
import type { Changer } from './edit-user.ts'
import { issueLink } from './password-link.ts'
import { lockUser } from './users.repo.ts'

/**
 * Creates a new invitation, which ends earlier links. Without e-mail, this is also how an Admin helps a person who
 * forgot their password: the old one works until a new one is chosen.
 *
 * @throws AppError USER_NOT_FOUND, USER_INACTIVE; PROOF_NEEDED for a person who already has a password
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
    if (!user.firstAccess) await prove()
    await dropUnusedAccountTokens(trx, id)
    await queueMail(trx, [{ kind: 'invitation', userId: id }])
    return issueLink(trx, config, id, 'invitation', now)
  })

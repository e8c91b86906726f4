import { ensure } from '@malote/core/shared/verdict.ts'
import type { Invitation } from '@malote/core/users/user.ts'
import { canInviteUser } from '@malote/core/users/user-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/connect.ts'
import { dropUnusedAccountTokens } from '../auth/public.ts'
import { queueMail } from '../mail/public.ts'
import { issueLink } from './password-link.ts'
import { lockUser } from './users.repo.ts'

/**
 * A new invitation, which ends the earlier links. It is also how an Admin helps somebody who forgot the password where
 * there is no e-mail: the old password works until a new one is chosen.
 *
 * @throws AppError USER_NOT_FOUND, USER_INACTIVE
 */
export const inviteUser = (db: Db, viewer: Viewer, config: Config, id: number, now: Date): Promise<Invitation> =>
  db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, id)
    ensure(canInviteUser(viewer, user))
    await dropUnusedAccountTokens(trx, id)
    await queueMail(trx, [{ kind: 'invitation', userId: id }])
    return issueLink(trx, config, id, 'invitation', now)
  })

import { role } from '@malote/core/users/role.ts'
import type { Invitation, NewUser, User } from '@malote/core/users/user.ts'
import { queueMail } from '../../domain/mail/mail-queue.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { Changer } from './edit-user.ts'
import { issueLink } from './password-link.ts'
import { recordPeople } from './record-people.ts'
import { refuseBadUser } from './save-errors.ts'
import { findUser } from './users.queries.ts'
import { insertUser, lockAdminsFor } from './users.repo.ts'

/**
 * Creates a person without a password. They choose it through the invitation, which the Admin sees once and which is
 * also sent by e-mail if that is configured.
 *
 * @throws AppError EMAIL_TAKEN, INVALID_INPUT on an unknown department; for an Admin ONLY_ADMINS, PROOF_NEEDED
 */
export const createUser = (
  db: Db,
  { viewer, prove }: Changer,
  config: Config,
  fields: NewUser,
  now: Date,
): Promise<User & { invitation: Invitation }> =>
  refuseBadUser(
    db.transaction().execute(async (trx) => {
      if (fields.role === role.admin) {
        await lockAdminsFor(trx, viewer)
        await prove()
      }
      const id = await insertUser(trx, fields, now)
      const invitation = await issueLink(trx, config, { id, firstAccess: true }, 'screen', now)
      if (fields.isActive) await queueMail(trx, [{ kind: 'invitation', userId: id }])
      const after = await findUser(trx, id)
      await recordPeople(trx, viewer, [{ after }])
      return { ...after, invitation }
    }),
  )

import { ensure } from '@malote/core/shared/ensure.ts'
import type { User, UserEdit } from '@malote/core/users/user.ts'
import { type UserSeen, userSeenWire } from '@malote/core/users/user.wire.ts'
import { canChangeUser, changesAccess } from '@malote/core/users/user-rules.ts'
import { ensureSeen } from '../../domain/ensure-seen.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { changePeople } from './change-people.ts'
import { refuseBadUser } from './save-errors.ts'
import { findUser } from './users.queries.ts'
import { lockUserAndAdmins } from './users.repo.ts'

/** An Admin who changes a person. */
export interface Changer {
  viewer: Actor
  /** Throws PROOF_NEEDED unless the Admin has proved recently who they are. */
  prove: () => Promise<void>
}

/**
 * Changes a person. A deactivation ends all their sessions and links at once; a new e-mail address ends the links sent
 * to the old one. They remain responsible for their items, and the Gestores of the destination are notified when they
 * leave.
 *
 * @throws AppError ONLY_ADMINS, USER_NOT_FOUND, LAST_ADMIN, OWN_ACCOUNT_STAYS_ACTIVE, PROOF_NEEDED, EMAIL_TAKEN,
 * INVALID_INPUT, CHANGED_MEANWHILE
 */
export const editUser = (
  db: Db,
  { viewer, prove }: Changer,
  id: number,
  body: () => UserEdit & { current?: UserSeen | undefined },
  now: Date,
): Promise<User> =>
  refuseBadUser(
    db.transaction().execute(async (trx) => {
      const { user, activeAdmins } = await lockUserAndAdmins(trx, viewer, id)
      const { current, ...edit } = body()
      const { role = user.role, isActive = user.isActive } = edit
      ensure(canChangeUser(viewer, user, { role, isActive }, activeAdmins))
      if (changesAccess(user, { email: edit.email, role, isActive })) await prove()
      await changePeople(trx, viewer, [{ user, edit }], now)
      const after = await findUser(trx, id)
      ensureSeen(userSeenWire, current, user, after)
      return after
    }),
  )

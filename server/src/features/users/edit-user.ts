import { ensure } from '@malote/core/shared/verdict.ts'
import type { User, UserEdit } from '@malote/core/users/user.ts'
import { type UserSeen, userSeenWire } from '@malote/core/users/user.wire.ts'
import { canChangeUser } from '@malote/core/users/user-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db } from '../../db/connect.ts'
import { ensureSeen } from '../../lib/ensure-seen.ts'
import { changePeople } from './change-people.ts'
import { refuseBadUser } from './save-errors.ts'
import { findUser } from './users.queries.ts'
import { lockUserAndAdmins } from './users.repo.ts'

/**
 * Changes a person. Whoever is deactivated is signed out everywhere at once, and their links stop working; links that
 * went to an address which is no longer theirs do so, too. What they answer for stays with them, and the Gestores of the
 * destination hear of it when they leave.
 *
 * @throws AppError USER_NOT_FOUND, LAST_ADMIN, OWN_ACCOUNT_STAYS_ACTIVE, EMAIL_TAKEN, INVALID_INPUT, CHANGED_MEANWHILE
 */
export const editUser = (
  db: Db,
  viewer: Viewer,
  id: number,
  body: () => UserEdit & { current?: UserSeen | undefined },
  now: Date,
): Promise<User> =>
  refuseBadUser(
    db.transaction().execute(async (trx) => {
      const { user, activeAdmins } = await lockUserAndAdmins(trx, id)
      const { current, ...edit } = body()
      const { role = user.role, isActive = user.isActive } = edit
      ensure(canChangeUser(viewer, user, { role, isActive }, activeAdmins))
      await changePeople(trx, viewer, [{ user, edit }], now)
      const after = await findUser(trx, id)
      ensureSeen(userSeenWire, current, user, after)
      return after
    }),
  )

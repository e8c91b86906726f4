import { ensure } from '@malote/core/shared/verdict.ts'
import type { User, UserEdit } from '@malote/core/users/user.ts'
import { canChangeUser } from '@malote/core/users/user-rules.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import type { Db, Trx } from '../../db/connect.ts'
import { dropUnusedAccountTokens, endSessions } from '../auth/public.ts'
import { announceDeparture } from './announce-departure.ts'
import { refuseBadUser } from './save-errors.ts'
import { findUser } from './users.queries.ts'
import { changeUser, columnsOf, type lockUser, lockUserAndAdmins } from './users.repo.ts'

/**
 * Changes a person. Whoever is deactivated is signed out everywhere at once, and their links stop working; links that
 * went to an address which is no longer theirs do so, too. What they answer for stays with them, and the Gestores of the
 * destination hear of it when they leave.
 *
 * @throws AppError USER_NOT_FOUND, LAST_ADMIN, OWN_ACCOUNT_STAYS_ACTIVE, EMAIL_TAKEN, INVALID_INPUT
 */
export const editUser = (db: Db, viewer: Viewer, id: number, body: () => UserEdit, now: Date): Promise<User> =>
  refuseBadUser(
    db.transaction().execute(async (trx) => {
      const { user, activeAdmins } = await lockUserAndAdmins(trx, id)
      const edit = body()
      const { role = user.role, isActive = user.isActive } = edit
      ensure(canChangeUser(viewer, user, { role, isActive }, activeAdmins))
      await changePerson(trx, viewer, user, edit, now)
      return findUser(trx, id)
    }),
  )

/**
 * What follows from a change that is allowed, of a person who is locked.
 *
 * @param user the person as they were before
 */
export async function changePerson(
  trx: Trx,
  viewer: Viewer,
  user: Awaited<ReturnType<typeof lockUser>>,
  edit: UserEdit,
  now: Date,
): Promise<void> {
  const { id } = user
  const { isActive = user.isActive } = edit
  await changeUser(trx, id, columnsOf(edit), now)
  if (!isActive) await endSessions(trx, id)
  if (!isActive || isOtherAddress(user.email, edit.email)) await dropUnusedAccountTokens(trx, id)
  const hasLeft = (user.isActive && !isActive) || user.departmentId !== edit.departmentId
  const departmentId = isActive ? edit.departmentId : null
  if (hasLeft) await announceDeparture(trx, viewer, { id, name: edit.name, departmentId }, now)
}

const isOtherAddress = (before: string, after: string) => before.toLowerCase() !== after.toLowerCase()

import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { canDeleteUser } from '@malote/core/users/user-rules.ts'
import type { Db } from '../../platform/db/connect.ts'
import { refuseOn } from '../../platform/db/violations.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordPeople } from './record-people.ts'
import { findUser } from './users.queries.ts'
import { deleteUserRow, lockUserAndAdmins } from './users.repo.ts'

/**
 * Deletes a person who has no records yet; others can only be deactivated.
 *
 * @throws AppError ONLY_ADMINS, USER_NOT_FOUND, NOT_YOURSELF, LAST_ADMIN, USER_HAS_PROTOCOLS, USER_HAS_RECORDS
 */
export const deleteUser = (db: Db, actor: Actor, id: number): Promise<void> =>
  refuseOn(
    'foreignKey',
    (cause) => new AppError('USER_HAS_RECORDS', { cause }),
    db.transaction().execute(async (trx) => {
      const { user, activeAdmins } = await lockUserAndAdmins(trx, actor, id)
      const before = await findUser(trx, id)
      ensure(canDeleteUser(actor, { ...user, protocolsCreated: before.protocolsCreated }, activeAdmins))
      await deleteUserRow(trx, id)
      await recordPeople(trx, actor, [{ before }])
    }),
  )

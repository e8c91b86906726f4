import { ensure } from '@malote/core/shared/ensure.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../platform/db/connect.ts'
import { refuseOn } from '../../platform/db/violations.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { deleteEntryRow, lockEntry } from './entries.repo.ts'
import { recordEntryChange } from './record-entry-change.ts'
import type { Register } from './register.ts'

/**
 * Deletes an entry. The foreign keys decide whether it is in use, because they also see concurrent inserts.
 *
 * @throws AppError the register's `notFound` or `inUse`
 */
export const deleteEntry = <Entry>(db: Db, register: Register<Entry, never>, actor: Actor, id: number): Promise<void> =>
  refuseOn(
    'foreignKey',
    (cause) => new AppError(register.inUse, { cause }),
    db.transaction().execute(async (trx) => {
      await lockEntry(trx, register, id)
      const before = await register.read(trx, id)
      if (register.canDelete) ensure(register.canDelete(before))
      await deleteEntryRow(trx, register, id)
      await recordEntryChange(trx, register, actor, { id, before })
    }),
  )

import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { deleteEntryRow, lockEntry } from './entries.repo.ts'
import type { Register } from './register.ts'

/**
 * The foreign keys decide whether an entry is in use: they also see whatever begins to use it at the same moment.
 *
 * @throws AppError the register's `notFound` or `inUse`
 */
export const deleteEntry = (db: Db, register: Register<unknown, never>, id: number): Promise<void> =>
  refuseOn(
    'foreignKey',
    (cause) => new AppError(register.inUse, { cause }),
    db.transaction().execute(async (trx) => {
      await lockEntry(trx, register, id)
      await deleteEntryRow(trx, register, id)
    }),
  )

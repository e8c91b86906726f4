import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { deleteSupplierRow, lockSupplier } from './suppliers.repo.ts'

/**
 * Whether it is in use is the foreign keys' to say: they also see an item that is added at the same moment.
 *
 * @throws AppError SUPPLIER_NOT_FOUND, SUPPLIER_IN_USE
 */
export const deleteSupplier = (db: Db, id: number): Promise<void> =>
  refuseOn(
    'foreignKey',
    (cause) => new AppError('SUPPLIER_IN_USE', { cause }),
    db.transaction().execute(async (trx) => {
      await lockSupplier(trx, id)
      await deleteSupplierRow(trx, id)
    }),
  )

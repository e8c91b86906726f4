import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { deleteItemTypeRow, lockItemType } from './item-types.repo.ts'

/**
 * Whether it is in use is the foreign keys' to say: they also see an item that is added at the same moment.
 *
 * @throws AppError ITEM_TYPE_NOT_FOUND, ITEM_TYPE_IN_USE
 */
export const deleteItemType = (db: Db, id: number): Promise<void> =>
  refuseOn(
    'foreignKey',
    (cause) => new AppError('ITEM_TYPE_IN_USE', { cause }),
    db.transaction().execute(async (trx) => {
      await lockItemType(trx, id)
      await deleteItemTypeRow(trx, id)
    }),
  )

import { AppError } from '@malote/core/shared/errors.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { deleteCategoryRow, lockCategory } from './categories.repo.ts'

/**
 * Whether it is in use is the foreign keys' to say: they also see an item that is added at the same moment.
 *
 * @throws AppError CATEGORY_NOT_FOUND, CATEGORY_IN_USE
 */
export const deleteCategory = (db: Db, id: number): Promise<void> =>
  refuseOn(
    'foreignKey',
    (cause) => new AppError('CATEGORY_IN_USE', { cause }),
    db.transaction().execute(async (trx) => {
      await lockCategory(trx, id)
      await deleteCategoryRow(trx, id)
    }),
  )

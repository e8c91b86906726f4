import type { CategoryInput } from '@malote/core/categories/category.ts'
import { AppError, errors } from '@malote/core/shared/errors.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { type ListedCategory, readCategory } from './categories.queries.ts'
import { insertCategory, lockCategory, updateCategory } from './categories.repo.ts'

/** @throws AppError NAME_TAKEN, whatever the letter case */
export const createCategory = (db: Db, input: CategoryInput): Promise<ListedCategory> =>
  refuseOn(
    'unique',
    nameTaken,
    db.transaction().execute(async (trx) => readCategory(trx, await insertCategory(trx, input))),
  )

/**
 * @param body read once the category is known to exist
 * @throws AppError CATEGORY_NOT_FOUND, NAME_TAKEN
 */
export const editCategory = (db: Db, id: number, body: () => CategoryInput): Promise<ListedCategory> =>
  refuseOn(
    'unique',
    nameTaken,
    db.transaction().execute(async (trx) => {
      await lockCategory(trx, id)
      await updateCategory(trx, id, body())
      return readCategory(trx, id)
    }),
  )

const nameTaken = (cause: unknown) =>
  new AppError('NAME_TAKEN', { fieldErrors: { ctname: errors.NAME_TAKEN.message }, cause })

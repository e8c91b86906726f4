import type { CategoryInput } from '@malote/core/categories/category.ts'
import type { Db } from '../../db/connect.ts'
import { refuseTakenName } from '../../db/same-names.ts'
import { type ListedCategory, readCategory } from './categories.queries.ts'
import { insertCategory, lockCategory, updateCategory } from './categories.repo.ts'

/** @throws AppError NAME_TAKEN, whatever letter case, accents and blanks */
export const createCategory = (db: Db, input: CategoryInput): Promise<ListedCategory> =>
  refuseTakenName(
    'categories',
    db.transaction().execute(async (trx) => readCategory(trx, await insertCategory(trx, input))),
  )

/**
 * @param body read once the category is known to exist
 * @throws AppError CATEGORY_NOT_FOUND, NAME_TAKEN
 */
export const editCategory = (db: Db, id: number, body: () => CategoryInput): Promise<ListedCategory> =>
  refuseTakenName(
    'categories',
    db.transaction().execute(async (trx) => {
      await lockCategory(trx, id)
      await updateCategory(trx, id, body())
      return readCategory(trx, id)
    }),
  )

import type { CategoryInput } from '@malote/core/categories/category.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Trx } from '../../db/connect.ts'

/** Holds the category until the end of the transaction. @throws AppError CATEGORY_NOT_FOUND */
export async function lockCategory(trx: Trx, id: number): Promise<void> {
  const row = await trx.selectFrom('categories').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('CATEGORY_NOT_FOUND')
}

export async function insertCategory(trx: Trx, input: CategoryInput): Promise<number> {
  const { id } = await trx.insertInto('categories').values(columns(input)).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateCategory = (trx: Trx, id: number, input: CategoryInput) =>
  trx.updateTable('categories').set(columns(input)).where('id', '=', id).execute()

export const deleteCategoryRow = (trx: Trx, id: number) => trx.deleteFrom('categories').where('id', '=', id).execute()

// A color that the request does not name stays; days that it does not name mean that the category does not come back.
const columns = ({ name, returnDays, dayCount, color }: CategoryInput) => ({
  name,
  returnDays,
  dayCount,
  ...(color !== undefined && { color: color || null }),
})

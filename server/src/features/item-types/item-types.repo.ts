import type { ItemTypeInput } from '@malote/core/item-types/item-type.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Trx } from '../../db/connect.ts'

/** Holds the item type until the end of the transaction. @throws AppError ITEM_TYPE_NOT_FOUND */
export async function lockItemType(trx: Trx, id: number): Promise<void> {
  const row = await trx.selectFrom('itemTypes').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('ITEM_TYPE_NOT_FOUND')
}

export async function insertItemType(trx: Trx, input: ItemTypeInput): Promise<number> {
  const { id } = await trx.insertInto('itemTypes').values(columns(input)).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateItemType = (trx: Trx, id: number, input: ItemTypeInput) =>
  trx.updateTable('itemTypes').set(columns(input)).where('id', '=', id).execute()

export const deleteItemTypeRow = (trx: Trx, id: number) => trx.deleteFrom('itemTypes').where('id', '=', id).execute()

// A field that the request does not name stays as it is.
const columns = ({ name, description }: ItemTypeInput) => ({
  name,
  ...(description !== undefined && { description: description || null }),
})

import type { ItemType, ItemTypeInput } from '@malote/core/item-types/item-type.ts'
import type { Db } from '../../db/connect.ts'
import { refuseTakenName } from '../../db/same-names.ts'
import { readItemType } from './item-types.queries.ts'
import { insertItemType, lockItemType, updateItemType } from './item-types.repo.ts'

/** @throws AppError NAME_TAKEN, whatever letter case, accents and blanks */
export const createItemType = (db: Db, input: ItemTypeInput): Promise<ItemType> =>
  refuseTakenName(
    'item_types',
    db.transaction().execute(async (trx) => readItemType(trx, await insertItemType(trx, input))),
  )

/**
 * @param body read once the item type is known to exist
 * @throws AppError ITEM_TYPE_NOT_FOUND, NAME_TAKEN
 */
export const editItemType = (db: Db, id: number, body: () => ItemTypeInput): Promise<ItemType> =>
  refuseTakenName(
    'item_types',
    db.transaction().execute(async (trx) => {
      await lockItemType(trx, id)
      await updateItemType(trx, id, body())
      return readItemType(trx, id)
    }),
  )

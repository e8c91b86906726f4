import type { ItemType, ItemTypeInput } from '@malote/core/item-types/item-type.ts'
import { AppError, errors } from '@malote/core/shared/errors.ts'
import type { Db } from '../../db/connect.ts'
import { refuseOn } from '../../db/violations.ts'
import { readItemType } from './item-types.queries.ts'
import { insertItemType, lockItemType, updateItemType } from './item-types.repo.ts'

/** @throws AppError NAME_TAKEN, whatever the letter case */
export const createItemType = (db: Db, input: ItemTypeInput): Promise<ItemType> =>
  refuseOn(
    'unique',
    nameTaken,
    db.transaction().execute(async (trx) => readItemType(trx, await insertItemType(trx, input))),
  )

/**
 * @param body read once the item type is known to exist
 * @throws AppError ITEM_TYPE_NOT_FOUND, NAME_TAKEN
 */
export const editItemType = (db: Db, id: number, body: () => ItemTypeInput): Promise<ItemType> =>
  refuseOn(
    'unique',
    nameTaken,
    db.transaction().execute(async (trx) => {
      await lockItemType(trx, id)
      await updateItemType(trx, id, body())
      return readItemType(trx, id)
    }),
  )

const nameTaken = (cause: unknown) =>
  new AppError('NAME_TAKEN', { fieldErrors: { type_name: errors.NAME_TAKEN.message }, cause })

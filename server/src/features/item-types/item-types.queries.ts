import type { ItemType } from '@malote/core/item-types/item-type.ts'
import type { Db } from '../../db/connect.ts'

// itemsCount comes from the totals that the triggers keep: no page counts items.
const itemTypes = (db: Db) =>
  db.selectFrom('itemTypes').select((eb) => [
    'itemTypes.id',
    'name',
    'description',
    eb
      .selectFrom('itemTypeTotals')
      .whereRef('itemTypeTotals.itemTypeId', '=', 'itemTypes.id')
      .select((totals) => totals.fn.coalesce(totals.fn.sum<number>('n'), totals.lit(0)).as('n'))
      .$asScalar()
      .$notNull()
      .as('itemsCount'),
  ])

/** All of them, in the alphabetical order of the column's pt-BR collation. */
export const listItemTypes = (db: Db): Promise<ItemType[]> => itemTypes(db).orderBy('name').orderBy('id').execute()

export const readItemType = (db: Db, id: number): Promise<ItemType> =>
  itemTypes(db).where('itemTypes.id', '=', id).executeTakeFirstOrThrow()

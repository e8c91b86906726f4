import type { ItemType } from '@malote/core/item-types/item-type.ts'
import type { Db } from '../../platform/db/connect.ts'

// itemsCount comes from a total that is read once for all types, so that no page counts items.
const itemTypes = (db: Db) =>
  db
    .selectFrom('itemTypes')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('itemTypeTotals')
          .select(({ fn }) => ['itemTypeId', fn.sum<number>('n').as('n')])
          .groupBy('itemTypeId')
          .as('totals'),
      (join) => join.onRef('totals.itemTypeId', '=', 'itemTypes.id'),
    )
    .select((eb) => ['itemTypes.id', 'name', 'description', eb.fn.coalesce('totals.n', eb.lit(0)).as('itemsCount')])

/** All item types, in the alphabetical order of the column's pt-BR collation. */
export const listItemTypes = (db: Db): Promise<ItemType[]> => itemTypes(db).orderBy('name').orderBy('id').execute()

export const readItemType = (db: Db, id: number): Promise<ItemType> =>
  itemTypes(db).where('itemTypes.id', '=', id).executeTakeFirstOrThrow()

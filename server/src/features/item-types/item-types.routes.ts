import {
  canDeleteItemType,
  type ItemType,
  type ItemTypeInput,
  itemTypeEditWire,
  itemTypeInputWire,
  itemTypeSeenWire,
  itemTypeWire,
} from '@malote/core/item-types/item-type.ts'
import { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import { refuseTakenName } from '../../platform/db/failures.ts'
import type { App } from '../../platform/http/fastify.ts'
import { type Catalog, entryRoutes } from '../catalogs/entry-routes.ts'

/** Every signed-in user reads item types, Admins change them (contract 10.5). */
export async function itemTypesRoutes(app: App) {
  app.get(
    '/api/item-types',
    { config: { access: 'signed-in' }, schema: { response: { 200: z.array(itemTypeWire) } } },
    () => listItemTypes(app.db),
  )

  entryRoutes(app, '/api/item-types', itemTypes, {
    entry: itemTypeWire,
    input: itemTypeInputWire,
    edit: itemTypeEditWire,
  })
}

// itemsCount comes from a total that is read once for all types, so that no page counts items.
const listed = (db: Db) =>
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
const listItemTypes = (db: Db): Promise<ItemType[]> => listed(db).orderBy('name').orderBy('id').execute()

const readItemType = (db: Db, id: number): Promise<ItemType> =>
  listed(db).where('itemTypes.id', '=', id).executeTakeFirstOrThrow()

/** How item types are saved and deleted. */
const itemTypes: Catalog<ItemType, ItemTypeInput> = {
  table: 'itemTypes',
  audit: { kind: 'item-type', nameOf: ({ name }) => name },
  columns: ({ name, description }) => ({
    name,
    ...(description !== undefined && { description: description || null }),
  }),
  read: readItemType,
  seen: itemTypeSeenWire,
  canDelete: canDeleteItemType,
  notFound: 'ITEM_TYPE_NOT_FOUND',
  inUse: 'ITEM_TYPE_IN_USE',
  refuseTaken: (change) => refuseTakenName('item_types', change),
}

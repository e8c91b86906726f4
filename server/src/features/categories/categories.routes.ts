import { type Category, type CategoryEdit, canDeleteCategory } from '@malote/core/categories/category.ts'
import {
  categoryEditWire,
  categoryInputWire,
  categorySeenWire,
  categoryWire,
} from '@malote/core/categories/category.wire.ts'
import type { DayCount } from '@malote/core/shared/due-date.ts'
import { z } from 'zod'
import type { Db } from '../../platform/db/connect.ts'
import { refuseTakenName } from '../../platform/db/failures.ts'
import type { App } from '../../platform/http/fastify.ts'
import { type Catalog, entryRoutes } from '../catalogs/entry-routes.ts'

/** Every signed-in user reads categories, Admins change them (contract 10.5). */
export async function categoriesRoutes(app: App) {
  app.get(
    '/api/categories',
    { config: { access: 'signed-in' }, schema: { response: { 200: z.array(categoryWire) } } },
    () => listCategories(app.db),
  )

  entryRoutes<ListedCategory, CategoryEdit>(app, '/api/categories', categories, {
    entry: categoryWire,
    input: categoryInputWire,
    edit: categoryEditWire,
  })
}

/** A category with its id under both names that the API uses. */
type ListedCategory = Category & { sameId: number }

// protocolsCount comes from a total that is read once for all categories, so that no page counts protocols.
const listed = (db: Db) =>
  db
    .selectFrom('categories')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('categoryTotals')
          .select(({ fn }) => ['categoryId', fn.sum<number>('n').as('n')])
          .groupBy('categoryId')
          .as('totals'),
      (join) => join.onRef('totals.categoryId', '=', 'categories.id'),
    )
    .select((eb) => [
      'categories.id',
      'categories.id as sameId',
      'name',
      'returnDays',
      eb.ref('dayCount').$castTo<DayCount>().as('dayCount'),
      'color',
      eb.fn.coalesce('totals.n', eb.lit(0)).as('protocolsCount'),
    ])

/** All categories, in the alphabetical order of the column's pt-BR collation. */
const listCategories = (db: Db): Promise<ListedCategory[]> => listed(db).orderBy('name').orderBy('id').execute()

const readCategory = (db: Db, id: number): Promise<ListedCategory> =>
  listed(db).where('categories.id', '=', id).executeTakeFirstOrThrow()

/** How categories are saved and deleted. */
const categories: Catalog<ListedCategory, CategoryEdit> = {
  table: 'categories',
  audit: { kind: 'category', nameOf: ({ name }) => name },
  columns: ({ name, returnDays, dayCount, color }) => ({
    name,
    ...(returnDays !== undefined && { returnDays }),
    dayCount,
    ...(color !== undefined && { color: color || null }),
  }),
  read: readCategory,
  seen: categorySeenWire,
  canDelete: canDeleteCategory,
  notFound: 'CATEGORY_NOT_FOUND',
  inUse: 'CATEGORY_IN_USE',
  refuseTaken: (change) => refuseTakenName('categories', change),
}

import type { Category } from '@malote/core/categories/category.ts'
import type { DayCount } from '@malote/core/shared/due-date.ts'
import type { Db } from '../../platform/db/connect.ts'

/** A category with its id under both names that the API uses. */
export type ListedCategory = Category & { sameId: number }

// protocolsCount comes from a total that is read once for all categories, so that no page counts protocols.
const categories = (db: Db) =>
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
export const listCategories = (db: Db): Promise<ListedCategory[]> =>
  categories(db).orderBy('name').orderBy('id').execute()

export const readCategory = (db: Db, id: number): Promise<ListedCategory> =>
  categories(db).where('categories.id', '=', id).executeTakeFirstOrThrow()

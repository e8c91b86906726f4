import type { CategoryEdit } from '@malote/core/categories/category.ts'
import {
  categoryEditWire,
  categoryInputWire,
  categorySeenWire,
  categoryWire,
} from '@malote/core/categories/category.wire.ts'
import { canDeleteCategory } from '@malote/core/categories/category-rules.ts'
import { z } from 'zod'
import { refuseTakenName } from '../../platform/db/same-names.ts'
import type { App } from '../../platform/http/fastify.ts'
import { type Catalog, entryRoutes } from '../catalogs/public.ts'
import { type ListedCategory, listCategories, readCategory } from './categories.queries.ts'

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

import type { CategoryInput } from '@malote/core/categories/category.ts'
import { categorySeenWire } from '@malote/core/categories/category.wire.ts'
import { canDeleteCategory } from '@malote/core/categories/category-rules.ts'
import { refuseTakenName } from '../../platform/db/same-names.ts'
import type { Register } from '../catalogs/public.ts'
import { type ListedCategory, readCategory } from './categories.queries.ts'

/** How categories are saved and deleted. */
export const categories: Register<ListedCategory, CategoryInput> = {
  table: 'categories',
  audit: { kind: 'category', nameOf: ({ name }) => name },
  // Without days in the request, the category does not require return.
  columns: ({ name, returnDays, dayCount, color }) => ({
    name,
    returnDays,
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

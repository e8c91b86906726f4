import { categoryEditWire, categoryInputWire, categoryWire } from '@malote/core/categories/category.wire.ts'
import { z } from 'zod'
import type { App } from '../../platform/http/fastify.ts'
import { entryRoutes } from '../catalogs/public.ts'
import { listCategories } from './categories.queries.ts'
import { categories } from './categories.register.ts'

/** Every signed-in user reads categories, Admins change them (contract 10.5). */
export async function categoriesRoutes(app: App) {
  app.get(
    '/api/categories',
    { config: { access: 'signed-in' }, schema: { response: { 200: z.array(categoryWire) } } },
    () => listCategories(app.db),
  )

  entryRoutes(app, '/api/categories', categories, {
    entry: categoryWire,
    input: categoryInputWire,
    edit: categoryEditWire,
  })
}

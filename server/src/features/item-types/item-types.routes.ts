import { itemTypeEditWire, itemTypeInputWire, itemTypeWire } from '@malote/core/item-types/item-type.wire.ts'
import { z } from 'zod'
import type { App } from '../../platform/http/fastify.ts'
import { entryRoutes } from '../catalogs/public.ts'
import { listItemTypes } from './item-types.queries.ts'
import { itemTypes } from './item-types.register.ts'

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

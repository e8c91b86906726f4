/** Public interface of this feature. */

export type { Catalog } from './catalog.ts'
export { entryRoutes } from './entry-routes.ts'

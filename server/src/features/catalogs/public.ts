/** Public interface of this feature. */

export type { Register } from './catalog.ts'
export { entryRoutes } from './entry-routes.ts'

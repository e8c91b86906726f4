/** Public interface of this feature. */
export { entryRoutes } from './entry-routes.ts'
export type { Register } from './register.ts'

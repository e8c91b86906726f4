/** The door of this feature: what others may call. */
export { entryRoutes } from './entry-routes.ts'
export type { Register } from './register.ts'

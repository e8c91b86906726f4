/** Public interface of this feature. */
export { returnsTotal } from './returns.queries.ts'

/** Public interface of this feature. */
export { documentHits } from './tracking-hits.ts'

/** The door of this feature: what others may call. */
export { documentHits } from './tracking-hits.ts'

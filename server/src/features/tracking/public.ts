/** The door of this feature: what others may call (STYLE 5). */
export { documentHits } from './tracking-hits.ts'

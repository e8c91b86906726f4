/** Public interface of this feature. */
export { openOccurrences } from './open-occurrences.ts'

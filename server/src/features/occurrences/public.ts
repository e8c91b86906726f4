/** Public interface of this feature. */
export { occurrencesTotal } from './occurrences.queries.ts'
export { openOccurrences } from './open-occurrences.ts'

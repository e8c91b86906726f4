/** Public interface of this feature. */
export { type LockedOccurrence, lockOccurrence, writeOffOf } from './lock-occurrence.ts'
export { occurrencesTotal } from './occurrences.queries.ts'
export { blackOutOccurrence } from './occurrences.repo.ts'
export { openOccurrences } from './open-occurrences.ts'

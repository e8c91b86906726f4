/** Public interface of this feature. */

export { blackOutOccurrence, occurrencesOf, occurrencesTotal } from './occurrences.repo.ts'
export { openOccurrences } from './open-occurrences.ts'
export { type LockedOccurrence, lockOccurrence, writeOffOf } from './resolve-occurrence.ts'

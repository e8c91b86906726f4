import { type OccurrenceFilter, occurrenceFilter } from '@malote/core/occurrences/occurrence.ts'
import { inAddress } from '../../lib/in-address.ts'

/** The screen's filters as search params. */
export const occurrenceSearch = inAddress(occurrenceFilter)
export type OccurrenceSearch = ReturnType<typeof occurrenceSearch>

/** The server's filter for the search params. */
export const occurrenceFilterOf = (search: OccurrenceSearch): OccurrenceFilter => occurrenceFilter.parse(search)

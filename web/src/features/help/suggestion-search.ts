import { suggestionFilter } from '@malote/core/help/suggestion.ts'
import { pageNumber } from '@malote/core/shared/pagination.ts'
import { inAddress } from '../../lib/in-address.ts'

export const suggestionSearch = inAddress(suggestionFilter.pick({ status: true }).extend({ page: pageNumber }))

/** The search params of the suggestions page. */
export type SuggestionSearch = ReturnType<typeof suggestionSearch>

export type SuggestionStatus = NonNullable<SuggestionSearch['status']>

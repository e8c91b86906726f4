import type { suggestionStatuses } from '@malote/core/help/suggestion.ts'
import { laterPage, oneOf } from '../../lib/search-values.ts'

export type SuggestionStatus = (typeof suggestionStatuses)[number]

/** What the address of the suggestions holds. */
export interface SuggestionSearch {
  page?: number | undefined
  status?: SuggestionStatus | undefined
}

// Core's own list would bring Zod to the sign-in page.
const statuses = [
  'pendente',
  'em_analise',
  'aprovada',
  'implementada',
  'rejeitada',
] as const satisfies SuggestionStatus[]

export const suggestionSearch = ({ page, status }: Record<string, unknown>): SuggestionSearch => ({
  page: laterPage(page),
  status: oneOf(statuses, status),
})

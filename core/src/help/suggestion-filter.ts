import { z } from 'zod'
import { choice, filter, limitParam, oneOf, searchText } from '../shared/query.ts'
import { queryNumber } from '../shared/wire-values.ts'

/** The subjects of a suggestion (contract 5.7.2). */
export const suggestionCategories = [
  'interface',
  'funcionalidade',
  'performance',
  'documentacao',
  'correcao',
  'integracao',
  'outro',
] as const
/** How important it is to its author (contract 5.7.2). */
export const suggestionPriorities = ['baixa', 'media', 'alta'] as const
/** The decision of an Admin; the last value is the "anything else" of contract 4.27. */
export const suggestionStatuses = ['pendente', 'em_analise', 'aprovada', 'implementada', 'rejeitada'] as const

/**
 * Default number of suggestions in a response (contract 9.16), and the maximum.
 */
const suggestionLimit = limitParam(10, 100)

/** More suggestions than anybody pages through; a larger `?offset=` means this one. */
const largestOffset = 10_000

/** Query of `GET /suggestions` and `GET /suggestions/search`. */
export const suggestionFilter = z.object({
  q: searchText,
  category: filter(oneOf(suggestionCategories)),
  priority: filter(oneOf(suggestionPriorities)),
  status: filter(oneOf(suggestionStatuses)),
  /** By our own word, or by the name of the field in the response. */
  sortBy: choice(['votes', 'votes_count', 'date', 'created_at'], 'date'),
  order: choice(['asc', 'desc'], 'desc'),
  limit: suggestionLimit,
  offset: queryNumber(
    z
      .number()
      .overwrite((offset) => Math.min(offset, largestOffset))
      .int()
      .min(0),
  )
    .catch(0)
    .default(0),
})
export type SuggestionFilter = z.infer<typeof suggestionFilter>

/** `GET /suggestions/popular` and `/recent`. */
export const suggestionCount = z.object({ limit: suggestionLimit })

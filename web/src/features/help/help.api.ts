import { type RatingLevel, ratingAnalytics, ratingCheck } from '@malote/core/help/rating.ts'
import {
  type NewSuggestion,
  newSuggestionWire,
  type SuggestionVote,
  suggestionStatusWire,
  suggestionsWire,
  voteBodyWire,
} from '@malote/core/help/suggestion.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { SuggestionSearch } from '../../domain/screens/searches.ts'
import { api } from '../../lib/api.ts'
import { telling } from '../../lib/telling.ts'

const helpKeys = {
  rating: (section: string) => ['help', 'rating', section] as const,
  suggestions: ['help', 'suggestions'] as const,
  analytics: ['help', 'analytics'] as const,
}

export const ratingQuery = (section: string) =>
  queryOptions({
    queryKey: helpKeys.rating(section),
    queryFn: async ({ signal }) => readWire(ratingCheck, await api.get(`/feedback/check/${section}`, { signal })),
  })

export const giveRating = (queryClient: QueryClient, helpSection: string) =>
  telling(
    {
      mutationFn: (given: { rating: RatingLevel; comments: string }) =>
        api.post('/feedback/rating', { ...given, helpSection }),
      onSuccess: (_answer, { rating }) =>
        queryClient.setQueryData(ratingQuery(helpSection).queryKey, { hasRated: true, rating }),
      // The user may already have rated in another tab.
      onError: () => queryClient.invalidateQueries({ queryKey: helpKeys.rating(helpSection) }),
    },
    { failure: 'Erro ao enviar avaliação. Tente novamente.' },
  )

/** The number shown on the page (contract 9.16). */
const popularCount = 5

export const popularSuggestionsQuery = queryOptions({
  queryKey: [...helpKeys.suggestions, 'popular'],
  queryFn: async ({ signal }) =>
    readWire(suggestionsWire, await api.get('/suggestions/popular', { query: { limit: popularCount }, signal })),
})

export const suggestionPageSize = 10

/** A page of all suggestions, most popular first. */
export const suggestionsQuery = ({ status, page = 1 }: SuggestionSearch) =>
  queryOptions({
    queryKey: [...helpKeys.suggestions, 'list', { status, page }],
    queryFn: async ({ signal }) => {
      const offset = (page - 1) * suggestionPageSize
      const query = { status, offset, limit: suggestionPageSize, sortBy: 'votes' }
      return readWire(suggestionsWire, await api.get('/suggestions', { query, signal }))
    },
    placeholderData: keepPreviousData,
  })

export const suggestionSent = 'Sugestão enviada com sucesso!'

export const sendSuggestion = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: (suggestion: NewSuggestion) => api.post('/suggestions', z.encode(newSuggestionWire, suggestion)),
      onSuccess: () => refresh(queryClient),
    },
    { success: suggestionSent, failure: 'Erro ao enviar sugestão. Tente novamente.' },
  )

/** null removes the vote (contract 4.28). */
export const castVote = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, vote }: { id: number; vote: SuggestionVote | null }) =>
        vote
          ? api.post(`/suggestions/${id}/vote`, z.encode(voteBodyWire, { voteType: vote }))
          : api.delete(`/suggestions/${id}/vote`),
      onSettled: () => refresh(queryClient),
    },
    { failure: 'Erro ao registrar voto. Tente novamente.' },
  )

export const decisionFailed = 'Erro ao alterar a situação. Tente novamente.'

export const decideSuggestion = (queryClient: QueryClient, id: number) =>
  telling(
    {
      mutationFn: (verdict: z.output<typeof suggestionStatusWire>) =>
        api.put(`/suggestions/${id}/status`, z.encode(suggestionStatusWire, verdict)),
      onSuccess: () => refresh(queryClient),
    },
    { success: 'Situação alterada com sucesso!', failure: decisionFailed },
  )

export const ratingAnalyticsQuery = queryOptions({
  queryKey: helpKeys.analytics,
  queryFn: async ({ signal }) => readWire(ratingAnalytics, await api.get('/feedback/analytics', { signal })),
})

/** After a change of a suggestion, its votes or its status, its position in every list may change. */
const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: helpKeys.suggestions })

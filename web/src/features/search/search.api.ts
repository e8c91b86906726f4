import { type SearchHits, searchHitsWire } from '@malote/core/search/search-hits.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: q ? async ({ signal }) => toHits(await api.get('/api/search', { query: { q }, signal })) : skipToken,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    retry: false,
  })

function toHits(answer: unknown): SearchHits {
  const { protocols, documents, suppliers, supplies } = readWire(searchHitsWire, answer)
  return {
    protocols: protocols ?? [],
    documents: documents ?? [],
    suppliers: suppliers ?? [],
    supplies: supplies ?? [],
  }
}

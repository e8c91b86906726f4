import { readWire } from '@malote/core/shared/renamed.ts'
import { type TrackingResult, trackingReplyWire } from '@malote/core/tracking/tracking-result.ts'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'
import type { TrackingSearch } from './tracking-search.ts'

/** Skipped without a search text (contract 7.6.2). */
export const trackingQuery = ({ timeline: _, type = 'protocol', ...filter }: TrackingSearch) =>
  queryOptions({
    queryKey: ['tracking', { type, ...filter }],
    queryFn: filter.search
      ? async ({ signal }) => toReply(await api.get('/api/tracking', { query: { type, ...filter }, signal }))
      : skipToken,
    staleTime: staleTime.tracking,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })

function toReply(answer: unknown) {
  const { data, hasMore } = readWire(trackingReplyWire, answer)
  const results: TrackingResult[] = (data ?? []).map((result) => ({ ...result, timeline: result.timeline ?? [] }))
  return { results, hasMore: hasMore ?? false }
}

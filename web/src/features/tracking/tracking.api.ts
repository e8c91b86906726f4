import { readWire } from '@malote/core/shared/renamed.ts'
import { type TrackingResult, trackingReplyWire } from '@malote/core/tracking/tracking-result.ts'
import { type TrackingType, trackingTypes } from '@malote/core/tracking/tracking-type.ts'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import type { TrackingSearch } from '../../domain/screens/searches.ts'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'

/**
 * Skipped without a search text (contract 7.6.2). Until the user chooses what the text is, the kinds are tried one after
 * the other, and the answer says as what it was found.
 */
export const trackingQuery = ({ timeline: _, type, ...filter }: TrackingSearch) =>
  queryOptions({
    queryKey: ['tracking', { type, ...filter }],
    queryFn: filter.search
      ? async ({ signal }) => {
          const asked = async (kind: TrackingType) =>
            toReply(kind, await api.get('/api/tracking', { query: { type: kind, ...filter }, signal }))
          if (type) return asked(type)
          for (const kind of trackingTypes) {
            const reply = await asked(kind)
            if (reply.results.length > 0) return reply
          }
          return { found: undefined, results: [], hasMore: false }
        }
      : skipToken,
    staleTime: staleTime.tracking,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })

function toReply(found: TrackingType | undefined, answer: unknown) {
  const { data, hasMore } = readWire(trackingReplyWire, answer)
  const results: TrackingResult[] = (data ?? []).map((result) => ({ ...result, timeline: result.timeline ?? [] }))
  return { found, results, hasMore: hasMore ?? false }
}

import { itemStatusOf } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail, ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import { protocolDetailWire } from '@malote/core/protocols/protocol.wire.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'

export const protocolKeys = {
  all: ['protocols'] as const,
  list: (filter: ProtocolFilter) => [...protocolKeys.all, 'list', filter] as const,
  detail: (id: number) => [...protocolKeys.all, 'detail', id] as const,
  candidates: (id: number) => [...protocolKeys.all, 'candidates', id] as const,
}

export const protocolQuery = (id: number) =>
  queryOptions({
    queryKey: protocolKeys.detail(id),
    queryFn: async ({ signal }) => toProtocol(await api.get(`/api/protocols/${id}`, { signal })),
    staleTime: staleTime.lists,
    // The route has just fetched it; after a failure, only refetch when the user asks for it.
    retryOnMount: false,
  })

function toProtocol(answer: unknown): ProtocolDetail {
  const protocol = readWire(protocolDetailWire, answer)
  return {
    ...protocol,
    // Status matching is case-insensitive (contract 4.14).
    items: (protocol.items ?? []).map((item) => ({ ...item, status: itemStatusOf(item.status) })),
    history: protocol.history ?? [],
    comments: protocol.comments ?? [],
  }
}

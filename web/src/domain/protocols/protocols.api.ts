import { protocolsSummaryWire } from '@malote/core/dashboard/dashboard.ts'
import type { ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import {
  printDataWire,
  protocolDetailWire,
  protocolFilterWire,
  protocolPageWire,
} from '@malote/core/protocols/protocol.wire.ts'
import { largestPage } from '@malote/core/shared/pagination.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { allPages } from '../../lib/all-pages.ts'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'
import { telling } from '../../lib/telling.ts'
import { wireQuery } from '../../lib/wire-query.ts'
import { refreshCustody } from './custody-queries.ts'
import { protocolKeys, protocolQuery } from './protocol-query.ts'

export const protocolsQuery = (filter: ProtocolFilter) =>
  queryOptions({
    queryKey: protocolKeys.list(filter),
    queryFn: async ({ signal }) =>
      readWire(
        protocolPageWire,
        await api.get('/api/protocols', { query: wireQuery(protocolFilterWire, filter), signal }),
      ),
    staleTime: staleTime.lists,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })

/** How many protocols are pending at the viewer's department, and how many are late. */
export const protocolsSummaryQuery = queryOptions({
  queryKey: [...protocolKeys.all, 'summary'],
  queryFn: async ({ signal }) => readWire(protocolsSummaryWire, await api.get('/api/protocols/summary', { signal })),
  staleTime: staleTime.lists,
  retryOnMount: false,
})

export const fetchPrintData = async (id: number) => readWire(printDataWire, await api.get(`/api/protocols/${id}/print`))

export interface ProtocolReply {
  protocol?: unknown
}

export const receiveProtocol = (queryClient: QueryClient) =>
  telling(changeOf(queryClient, 'receive'), {
    success: 'Protocolo recebido com sucesso!',
    failure: 'Erro ao receber protocolo. Tente novamente.',
  })

/** The rows of a whole list, at most `most`. */
export const fetchProtocols = (filter: ProtocolFilter, most: number, signal?: AbortSignal) =>
  allPages(async (page) => {
    const query = wireQuery(protocolFilterWire, { ...filter, page, perPage: largestPage })
    return readWire(protocolPageWire, await api.get('/api/protocols', { query, ...(signal && { signal }) }))
  }, most)

/** A change that sends nothing but its verb. */
export const changeOf = (queryClient: QueryClient, verb: 'receive' | 'complete') => ({
  mutationKey: [...protocolKeys.all, verb],
  mutationFn: (id: number) => api.post<ProtocolReply>(`/api/protocols/${id}/${verb}`),
  onSuccess: (reply: ProtocolReply, id: number) => keepProtocol(queryClient, id, reply),
  onSettled: () => refreshCustody(queryClient),
})

/** Merges the protocol in a response into the cache; fields that the response omits stay. */
export function keepProtocol(queryClient: QueryClient, id: number, { protocol }: ProtocolReply) {
  const told = readWire(protocolDetailWire, protocol ?? {})
  queryClient.setQueryData(protocolQuery(id).queryKey, (known) => known && { ...known, ...told })
}

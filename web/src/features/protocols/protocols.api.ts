import { protocolsSummaryWire } from '@malote/core/dashboard/dashboard.ts'
import { itemStatusOf } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail, ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import { printDataWire, protocolDetailWire, protocolPageWire } from '@malote/core/protocols/protocol.wire.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'
import { telling } from '../../lib/telling.ts'

export const protocolKeys = {
  all: ['protocols'] as const,
  list: (filter: ProtocolFilter) => [...protocolKeys.all, 'list', filter] as const,
  detail: (id: number) => [...protocolKeys.all, 'detail', id] as const,
  candidates: (id: number) => [...protocolKeys.all, 'candidates', id] as const,
}

export const protocolsQuery = (filter: ProtocolFilter) =>
  queryOptions({
    queryKey: protocolKeys.list(filter),
    queryFn: async ({ signal }) =>
      readWire(protocolPageWire, await api.get('/api/protocols', { query: filter, signal })),
    staleTime: staleTime.lists,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })

export const protocolQuery = (id: number) =>
  queryOptions({
    queryKey: protocolKeys.detail(id),
    queryFn: async ({ signal }) => toProtocol(await api.get(`/api/protocols/${id}`, { signal })),
    staleTime: staleTime.lists,
    // The route has just asked; a failure is not asked about again before somebody wants it.
    retryOnMount: false,
  })

/** What waits at the viewer's department. */
export const protocolsSummaryQuery = queryOptions({
  queryKey: [...protocolKeys.all, 'summary'],
  queryFn: async ({ signal }) => readWire(protocolsSummaryWire, await api.get('/api/protocols/summary', { signal })),
  staleTime: staleTime.lists,
  retryOnMount: false,
})

export const fetchPrintData = async (id: number) => readWire(printDataWire, await api.get(`/api/protocols/${id}/print`))

interface ProtocolAnswer {
  protocol?: unknown
}

export const receiveProtocol = (queryClient: QueryClient) =>
  telling(changeOf(queryClient, 'receive'), {
    success: 'Protocolo recebido com sucesso!',
    failure: 'Erro ao receber protocolo. Tente novamente.',
  })

export const completeProtocol = (queryClient: QueryClient) =>
  telling(changeOf(queryClient, 'complete'), {
    success: 'Protocolo concluído com sucesso!',
    failure: 'Erro ao concluir protocolo. Tente novamente.',
  })

export const cancellationFailed = 'Erro ao cancelar protocolo. Tente novamente.'

export const cancelProtocol = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, reason }: { id: number; reason: string }) =>
        api.post<ProtocolAnswer>(`/api/protocols/${id}/cancel`, { reason }),
      onSuccess: (answer, { id }) => keepAnswer(queryClient, id, answer),
      onSettled: () => refreshCustody(queryClient),
    },
    { success: (_, { id }) => `Protocolo ${id} cancelado com sucesso!`, failure: cancellationFailed },
  )

const changeOf = (queryClient: QueryClient, verb: 'receive' | 'complete') => ({
  mutationKey: [...protocolKeys.all, verb],
  mutationFn: (id: number) => api.post<ProtocolAnswer>(`/api/protocols/${id}/${verb}`),
  onSuccess: (answer: ProtocolAnswer, id: number) => keepAnswer(queryClient, id, answer),
  onSettled: () => refreshCustody(queryClient),
})

/** What the answer carries replaces what is known; a short answer never empties the screen. */
function keepAnswer(queryClient: QueryClient, id: number, { protocol }: ProtocolAnswer) {
  const told = readWire(protocolDetailWire, protocol ?? {})
  queryClient.setQueryData(protocolQuery(id).queryKey, (known) => known && { ...known, ...told })
}

/** Every answer that tells where things are; whatever is on the screen is asked again, the rest when it is next shown. */
const custodyQueries: readonly unknown[] = ['protocols', 'returns', 'tracking', 'dashboard', 'reports', 'notifications']

export const isCustody = ([part]: QueryKey) => custodyQueries.includes(part)

/** After a change of custody, also a refused one: the state has then moved on. Nobody waits for it. */
export function refreshCustody(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isCustody(queryKey) })
}

/**
 * Before something is opened that somebody has just been told of: what was known of it earlier is older than what they
 * have read, and is not shown first.
 */
export function forgetKnownCustody(queryClient: QueryClient) {
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => isCustody(queryKey) })
  refreshCustody(queryClient)
}

function toProtocol(answer: unknown): ProtocolDetail {
  const protocol = readWire(protocolDetailWire, answer)
  return {
    ...protocol,
    // In whatever letters it comes (contract 4.14).
    items: (protocol.items ?? []).map((item) => ({ ...item, status: itemStatusOf(item.status) })),
    history: protocol.history ?? [],
    comments: protocol.comments ?? [],
  }
}

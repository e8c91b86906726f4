import { protocolsSummaryWire } from '@malote/core/dashboard/dashboard.ts'
import { itemStatusOf } from '@malote/core/items/item-status.ts'
import type { ProtocolDetail, ProtocolFilter } from '@malote/core/protocols/protocol.ts'
import {
  printDataWire,
  protocolDetailWire,
  protocolFilterWire,
  protocolPageWire,
} from '@malote/core/protocols/protocol.wire.ts'
import { largestPage } from '@malote/core/shared/pagination.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { refusalIn, type Verdict } from '@malote/core/shared/verdict.ts'
import { keepPreviousData, type QueryClient, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import { allPages } from '../../lib/all-pages.ts'
import { api } from '../../lib/api.ts'
import { wireQuery } from '../../lib/in-address.ts'
import { staleTime } from '../../lib/query-client.ts'
import { telling } from '../../lib/telling.ts'

export const protocolKeys = {
  all: ['protocols'] as const,
  list: (filter: ProtocolFilter) => [...protocolKeys.all, 'list', filter] as const,
  details: ['protocols', 'detail'] as const,
  detail: (id: number) => [...protocolKeys.details, id] as const,
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
  const answered = readWire(protocolDetailWire, protocol ?? {})
  queryClient.setQueryData(protocolQuery(id).queryKey, (known) => known && { ...known, ...answered })
}

/** Keys of the queries that depend on custody. */
const custodyQueries: readonly unknown[] = [
  'protocols',
  'occurrences',
  'returns',
  'tracking',
  'search',
  'dashboard',
  'reports',
  'notifications',
]

export const isCustody = ([part]: QueryKey) => custodyQueries.includes(part)

/**
 * Invalidates those queries after a change of custody, also a refused one, which means that the state has changed. Not
 * awaited. Queries on the screen are refetched now, the others when they are next used.
 */
export function refreshCustody(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isCustody(queryKey) })
}

/**
 * Drops cached data that is older than what the user has just read, e.g. in a notification, so that opening the
 * protocol does not show the old data first.
 */
export function forgetKnownCustody(queryClient: QueryClient) {
  queryClient.removeQueries({ type: 'inactive', predicate: ({ queryKey }) => isCustody(queryKey) })
  refreshCustody(queryClient)
}

/**
 * The present state of an open dialog's protocol; undefined until something was fetched after it opened, because the
 * older data offered the dialog.
 */
export function useChangedProtocol(id: number, isOpen: boolean): ProtocolDetail | undefined {
  const { data, isFetchedAfterMount, isError } = useQuery({ ...protocolQuery(id), enabled: isOpen })
  return isFetchedAfterMount && !isError ? data : undefined
}

/** The message of a refusal with its full stop; null if there is none. */
export function refusalWords(verdict: Verdict): string | null {
  const message = refusalIn(verdict)
  return message === null || message.endsWith('.') ? message : `${message}.`
}

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
import { refreshCustody } from '../../domain/protocols/custody.ts'
import { protocolKeys, protocolQuery } from '../../domain/protocols/protocol-query.ts'
import { allPages } from '../../lib/all-pages.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/api-error.ts'
import { counted } from '../../lib/format.ts'
import { staleTime } from '../../lib/query-client.ts'
import { telling } from '../../lib/telling.ts'
import { wireQuery } from '../../lib/wire-query.ts'

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

/** The number of protocols that are pending at the viewer's department. */
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

/** What became of several protocols. */
export interface ReceivedSeveral {
  done: readonly number[]
  errors: readonly { id: number; message: string }[]
}

/** Receives protocols one after the other; what fails does not stop the others. */
export const receiveProtocols = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async ({ ids, onProgress }: { ids: readonly number[]; onProgress: (done: number) => void }) => {
        const done: number[] = []
        const errors: { id: number; message: string }[] = []
        for (const [index, id] of ids.entries()) {
          try {
            await api.post(`/api/protocols/${id}/receive`)
            done.push(id)
          } catch (error) {
            errors.push({ id, message: errorMessage(error, 'Erro ao receber protocolo. Tente novamente.') })
          }
          onProgress(index + 1)
        }
        return { done, errors }
      },
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: ({ done: { length } }) =>
        length > 0 ? counted(length, 'protocolo recebido', 'protocolos recebidos') : undefined,
      refused: ({ errors: { length } }) =>
        length > 0
          ? `${counted(length, 'protocolo não pôde ser recebido', 'protocolos não puderam ser recebidos')}. Veja os motivos na lista.`
          : undefined,
      failure: 'Erro ao receber protocolo. Tente novamente.',
    },
  )

/** The rows of a whole list, at most `most`. */
export const fetchProtocols = (filter: ProtocolFilter, most: number, signal?: AbortSignal) =>
  allPages(async (page) => {
    const query = wireQuery(protocolFilterWire, { ...filter, page, perPage: largestPage })
    return readWire(protocolPageWire, await api.get('/api/protocols', { query, ...(signal && { signal }) }))
  }, most)

export const completeProtocol = (queryClient: QueryClient) =>
  telling(changeOf(queryClient, 'complete'), {
    success: 'Protocolo concluído com sucesso!',
    failure: 'Erro ao concluir protocolo. Tente novamente.',
  })

export const protocolCancellationFailed = 'Erro ao cancelar protocolo. Tente novamente.'

export const cancelProtocol = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, reason }: { id: number; reason: string }) =>
        api.post<ProtocolAnswer>(`/api/protocols/${id}/cancel`, { reason }),
      onSuccess: (answer, { id }) => keepAnswer(queryClient, id, answer),
      onSettled: () => refreshCustody(queryClient),
    },
    { success: (_, { id }) => `Protocolo ${id} cancelado com sucesso!`, failure: protocolCancellationFailed },
  )

const changeOf = (queryClient: QueryClient, verb: 'receive' | 'complete') => ({
  mutationKey: [...protocolKeys.all, verb],
  mutationFn: (id: number) => api.post<ProtocolAnswer>(`/api/protocols/${id}/${verb}`),
  onSuccess: (answer: ProtocolAnswer, id: number) => keepAnswer(queryClient, id, answer),
  onSettled: () => refreshCustody(queryClient),
})

/** Merges the protocol in a response into the cache; fields that the response omits stay. */
function keepAnswer(queryClient: QueryClient, id: number, { protocol }: ProtocolAnswer) {
  const told = readWire(protocolDetailWire, protocol ?? {})
  queryClient.setQueryData(protocolQuery(id).queryKey, (known) => known && { ...known, ...told })
}

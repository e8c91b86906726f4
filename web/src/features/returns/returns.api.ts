import type { BulkReply, BulkResults } from '@malote/core/items/item.ts'
import { itemStatus, itemStatusOf } from '@malote/core/items/item-status.ts'
import { type ReturnFilter, type ReturnRow, returnPageWire } from '@malote/core/returns/return-row.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { refreshCustody } from '../../domain/protocols/custody.ts'
import { api } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { counted } from '../../lib/format.ts'
import { staleTime } from '../../lib/query-client.ts'
import { telling } from '../../lib/telling.ts'
import { assignItem, type Handover } from '../items/public/items.api.ts'

type ReturnPage = z.output<typeof returnPageWire>

const returnKeys = {
  lists: ['returns', 'list'] as const,
  list: (filter: ReturnFilter) => [...returnKeys.lists, filter] as const,
}

export const returnsQuery = (filter: ReturnFilter) =>
  queryOptions({
    queryKey: returnKeys.list(filter),
    queryFn: async ({ signal }) => toPage(await api.get('/api/returns', { query: filter, signal })),
    staleTime: staleTime.lists,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })

function toPage(answer: unknown): ReturnPage {
  const page = readWire(returnPageWire, answer)
  return { ...page, data: page.data?.map((row) => ({ ...row, status: itemStatusOf(row.status) })) }
}

/** May succeed for some items only: resolves to the result of each. */
export const returnItems = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async (itemIds: readonly number[]): Promise<BulkResults> => {
        const { results } = await api.post<BulkReply>('/api/protocols/items/bulk-return', { itemIds })
        return { success: results?.success ?? [], errors: results?.errors ?? [] }
      },
      onSuccess: ({ success }) => {
        const returned = new Set(success.map(({ id }) => id))
        keepRows(queryClient, (row) => (returned.has(row.id) ? { ...row, status: itemStatus.returned } : row))
      },
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: ({ success: { length } }) =>
        length > 0 ? counted(length, 'item retornado com sucesso!', 'itens retornados com sucesso!') : undefined,
      refused: ({ errors: { length } }) =>
        length > 0
          ? `${counted(length, 'item não pôde ser retornado', 'itens não puderam ser retornados')}. Verifique as permissões.`
          : undefined,
      failure: (error) => `Erro ao processar retorno em massa: ${reasonOf(error)}`,
    },
  )

/** As on the protocol's page, with this screen's own messages (contract 8.11). */
export const assignRow = (queryClient: QueryClient) =>
  telling(
    {
      ...assignItem(queryClient),
      onSuccess: (name: string | undefined, { item, userId }: Handover) => {
        const answersFor = { responsibleId: userId, responsible: name ?? null }
        keepRows(queryClient, (row) => (row.id === item.id ? { ...row, ...answersFor } : row))
      },
    },
    {
      success: 'Usuário atribuído com sucesso!',
      failure: (error) => `Erro ao atribuir usuário: ${reasonOf(error)}`,
    },
  )

/** Updates the cached rows from a response, before the refetch. */
function keepRows(queryClient: QueryClient, change: (row: ReturnRow) => ReturnRow) {
  queryClient.setQueriesData<ReturnPage>(
    { queryKey: returnKeys.lists },
    (page) => page && { ...page, data: page.data?.map(change) },
  )
}

/** The last part of this screen's error messages: the server's message, else a fixed text (contract 8.10, 8.11). */
export function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.message) return error.message
  return error instanceof ApiError && error.status === 0 ? 'o servidor não respondeu.' : 'tente novamente.'
}

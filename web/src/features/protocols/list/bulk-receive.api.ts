import type { BulkReceiveReply } from '@malote/core/protocols/protocol.wire.ts'
import type { QueryClient } from '@tanstack/react-query'
import { refreshCustody } from '../../../domain/protocols/custody-queries.ts'
import { api } from '../../../lib/api.ts'
import { counted } from '../../../lib/format.ts'
import { telling } from '../../../lib/telling.ts'

/** What became of several protocols. */
export interface ReceivedSeveral {
  done: readonly number[]
  errors: readonly { id: number; message: string }[]
}

/** Receives up to `largestProtocolBulk` protocols; what is refused does not stop the others. */
export const receiveProtocols = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async (ids: readonly number[]): Promise<ReceivedSeveral> => {
        const { results } = await api.post<Partial<BulkReceiveReply>>('/api/protocols/bulk-receive', { ids })
        return { done: results?.success ?? [], errors: results?.errors ?? [] }
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
      failure: 'Erro ao receber os protocolos. Tente novamente.',
    },
  )

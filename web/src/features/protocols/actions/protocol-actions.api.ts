import type { QueryClient } from '@tanstack/react-query'
import { refreshCustody } from '../../../domain/protocols/custody.ts'
import { api } from '../../../lib/api.ts'
import { telling } from '../../../lib/telling.ts'
import { changeOf, keepAnswer, type ProtocolAnswer } from '../protocols.api.ts'

export const completeProtocol = (queryClient: QueryClient) =>
  telling(changeOf(queryClient, 'complete'), {
    success: 'Protocolo concluído com sucesso!',
    failure: 'Erro ao concluir protocolo. Tente novamente.',
  })

interface ClosedWithReason {
  id: number
  reason: string
}

export const protocolCancellationFailed = 'Erro ao cancelar protocolo. Tente novamente.'

export const cancelProtocol = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, reason }: ClosedWithReason) =>
        api.post<ProtocolAnswer>(`/api/protocols/${id}/cancel`, { reason }),
      onSuccess: (answer, { id }) => keepAnswer(queryClient, id, answer),
      onSettled: () => refreshCustody(queryClient),
    },
    { success: (_, { id }) => `Protocolo ${id} cancelado com sucesso!`, failure: protocolCancellationFailed },
  )

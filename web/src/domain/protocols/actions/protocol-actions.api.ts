import type { RedirectBody } from '@malote/core/protocols/protocol.ts'
import { redirectBodyWire } from '@malote/core/protocols/protocol.wire.ts'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { telling } from '../../../lib/telling.ts'
import { changeOf, keepProtocol, type ProtocolReply, refreshCustody } from '../protocols.api.ts'
import { withNames } from '../what-happened.ts'

export const completeProtocol = (queryClient: QueryClient) =>
  telling(changeOf(queryClient, 'complete'), {
    success: 'Protocolo concluído com sucesso!',
    failure: 'Erro ao concluir protocolo. Tente novamente.',
  })

export interface ClosedWithReason {
  id: number
  reason: string
}

export const protocolCancellationFailed = 'Erro ao cancelar protocolo. Tente novamente.'

export const cancelProtocol = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, reason }: ClosedWithReason) =>
        api.post<ProtocolReply>(`/api/protocols/${id}/cancel`, { reason }),
      onSuccess: (reply, { id }) => keepProtocol(queryClient, id, reply),
      onSettled: () => refreshCustody(queryClient),
    },
    { success: (_, { id }) => `Protocolo ${id} cancelado com sucesso!`, failure: protocolCancellationFailed },
  )

export const protocolRefusalFailed = 'Erro ao recusar protocolo. Tente novamente.'

export const refuseProtocol = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ id, reason }: ClosedWithReason) =>
        withNames(id, api.post<ProtocolReply>(`/api/protocols/${id}/refuse`, { reason })),
      onSuccess: (reply, { id }) => keepProtocol(queryClient, id, reply),
      onSettled: () => refreshCustody(queryClient),
    },
    { success: 'Protocolo recusado com sucesso!', failure: protocolRefusalFailed },
  )

export const protocolRedirectionFailed = 'Erro ao redirecionar protocolo. Tente novamente.'

/** Resolves to the id of the new protocol. */
export const redirectProtocol = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async ({ id, ...body }: RedirectBody & { id: number }) => {
        const call = api.post<{ protocol_id: number }>(
          `/api/protocols/${id}/redirect`,
          z.encode(redirectBodyWire, body),
        )
        return (await withNames(id, call)).protocol_id
      },
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: (newId, { id }) => `Protocolo #${id} redirecionado: os itens seguem no protocolo #${newId}.`,
      failure: protocolRedirectionFailed,
    },
  )

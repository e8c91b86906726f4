import type { ForwardBody } from '@malote/core/protocols/protocol.ts'
import { forwardBodyWire } from '@malote/core/protocols/protocol.wire.ts'
import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { counted } from '../../../lib/format.ts'
import { telling } from '../../../lib/telling.ts'
import { refreshCustody } from '../../protocols/custody-queries.ts'

export interface Forwarding extends ForwardBody {
  /** Of the protocol that the items are passed on from. */
  protocolId: number
  /** Name of the next department, for the message. */
  department: string
  idempotencyKey: string
}

export const forwardingFailed = 'Erro ao encaminhar os itens. Tente novamente.'

/** Resolves to the id of the new protocol. */
export const forwardItems = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async ({ protocolId, idempotencyKey, department: _, ...body }: Forwarding) => {
        const reply = await api.post<{ protocol_id: number }>(
          `/api/protocols/${protocolId}/forward`,
          z.encode(forwardBodyWire, body),
          { headers: { 'idempotency-key': idempotencyKey } },
        )
        return reply.protocol_id
      },
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: (_, { itemIds, department }) =>
        `${counted(itemIds.length, 'item encaminhado', 'itens encaminhados')} para ${department}.`,
      failure: forwardingFailed,
      isRepeatable: true,
    },
  )

/**
 * *Marcar como Retornado* of several items that the viewer may return, but not from the returns screen (contract 6.6):
 * one after the other, as their own buttons do.
 */
export const returnOneByOne = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async (itemIds: readonly number[]) => {
        for (const id of itemIds) await api.post<void>(`/api/protocols/items/${id}/return`)
      },
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: (_, { length }) =>
        length === 1 ? 'Item retornado com sucesso!' : `${length} itens retornados com sucesso!`,
      failure: 'Erro ao retornar o item. Tente novamente.',
    },
  )

import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { telling } from '../../lib/telling.ts'
import { refreshCustody } from '../protocols/custody-queries.ts'
import type { RemovalTarget } from './removal-subject.ts'

/** The path below `/api`, and which text of the record. */
function callFor(protocolId: number, { kind, targetId }: RemovalTarget): [place: string, body?: { field: string }] {
  switch (kind) {
    case 'attachment':
      return [`protocols/attachments/${targetId}`]
    case 'history':
      return [`protocols/${protocolId}/history/${targetId}`]
    case 'comment':
      return [`protocols/${protocolId}/comments/${targetId}`]
    case 'remarks':
    case 'cancel_reason':
      return [`protocols/${protocolId}`, { field: kind }]
    case 'occurrence_description':
    case 'occurrence_outcome_note':
      return [`occurrences/${targetId}`, { field: kind.replace('occurrence_', '') }]
    case 'extension_request_reason':
    case 'extension_request_note':
      return [`extension-requests/${targetId}`, { field: kind.replace('extension_request_', '') }]
    default:
      return [`protocols/items/${targetId}`, { field: kind.replace('item_', '') }]
  }
}

export const removeContent = (queryClient: QueryClient, protocolId: number) =>
  telling(
    {
      mutationFn: ({ reason, ...target }: RemovalTarget & { reason: string }) => {
        const [place, body] = callFor(protocolId, target)
        return api.post<void>(`/api/${place}/black-out`, { ...body, reason })
      },
      onSettled: () => refreshCustody(queryClient),
    },
    { success: 'Conteúdo removido', failure: 'Erro ao remover o conteúdo. Tente novamente.' },
  )

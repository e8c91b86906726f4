import type { QueryClient } from '@tanstack/react-query'
import { reasonOf } from '../../lib/api-error.ts'
import { telling } from '../../lib/telling.ts'
import { assignItem, type Handover } from '../items/items.api.ts'
import { keepRows } from './returns.api.ts'

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

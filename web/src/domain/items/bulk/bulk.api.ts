import { doneWords, refusedWords } from '@malote/core/acts/act.ts'
import { type BulkReply, largestBulk, largestReminder } from '@malote/core/items/item.ts'
import {
  bulkAssignReplyWire,
  bulkCompleteBodyWire,
  bulkDueDateBodyWire,
  bulkTransferBodyWire,
  remindBodyWire,
} from '@malote/core/items/item.wire.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import type { MutationOptions, QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../lib/api.ts'
import { errorMessage, reasonOf } from '../../../lib/api-error.ts'
import { counted } from '../../../lib/format.ts'
import { type OutcomeMessages, telling } from '../../../lib/telling.ts'
import { refreshCustody } from '../../protocols/protocols.api.ts'
import { actOf } from '../item-actions.ts'
import { assigned, assignmentFailed } from '../items.api.ts'
import type { BulkAction } from './bulk-actions.ts'
import type { BulkOutcome } from './bulk-item.ts'

/** What a bulk action sends besides the items. */
export interface BulkValues {
  /** *Cobrar*: for those who are asked. */
  message?: string | null
  returnDate?: string
  reason?: string
  /** The new responsible user, of *Tramitar* and *Atribuir*. */
  userId?: number
}

export interface BulkCall extends BulkValues {
  itemIds: readonly number[]
  onProgress?: (done: number) => void
}

/** The response of *Cobrar* names ids, the others objects with an id. */
interface Reply {
  results?: { success?: (number | { id: number })[]; errors?: { id: number; message: string }[] }
  assignedUser?: { name: string }
}

const path = '/api/protocols/items'

const calls: Record<BulkAction, (itemIds: number[], values: BulkValues) => Promise<Reply>> = {
  return: (itemIds) => api.post<BulkReply>(`${path}/bulk-return`, { itemIds }),
  remind: (itemIds, { message = null }) =>
    api.post('/api/returns/remind', z.encode(remindBodyWire, { itemIds, message })),
  dueDate: (itemIds, { returnDate = '', reason = '' }) =>
    api.post(`${path}/bulk-due-date`, z.encode(bulkDueDateBodyWire, { itemIds, returnDate, reason })),
  complete: (itemIds) => api.post(`${path}/bulk-complete`, z.encode(bulkCompleteBodyWire, { itemIds })),
  transfer: (itemIds, { userId = 0 }) =>
    api.post(`${path}/bulk-transfer`, z.encode(bulkTransferBodyWire, { itemIds, newUserId: userId })),
  assign: async (itemIds, { userId }) =>
    readWire(bulkAssignReplyWire, await api.put(`${path}/bulk-assign`, { itemIds, userId })),
}

/**
 * Does an action to several items. One call is one act: one entry in the history and one notice for each person, so
 * only more items than the server takes at once are split.
 */
export const doToItems = (
  queryClient: QueryClient,
  action: BulkAction,
): MutationOptions<BulkOutcome, Error, BulkCall> =>
  telling(
    {
      mutationFn: async ({ itemIds, onProgress, ...values }: BulkCall): Promise<BulkOutcome> => {
        const size = action === 'remind' ? largestReminder : largestBulk
        const done: number[] = []
        const errors: { id: number; message: string }[] = []
        let assignee: string | undefined
        for (let start = 0; start < itemIds.length; start += size) {
          const part = itemIds.slice(start, start + size)
          try {
            const { results, assignedUser } = await calls[action](part, values)
            assignee = assignedUser?.name
            done.push(...(results?.success ?? []).map((one) => (typeof one === 'number' ? one : one.id)))
            errors.push(...(results?.errors ?? []))
          } catch (error) {
            // What was done stays done, so the call as a whole has not failed.
            if (start === 0) throw error
            errors.push(...part.map((id) => ({ id, message: errorMessage(error, 'Tente novamente.') })))
          }
          onProgress?.(start + part.length)
        }
        return { done, errors, ...(assignee && { assignee }) }
      },
      onSettled: () => refreshCustody(queryClient),
    },
    words[action],
  )

/** *Atribuir em massa* of a protocol, whose items have no list beside them to show reasons in. */
export const assignItems = (queryClient: QueryClient) =>
  telling(doToItems(queryClient, 'assign'), {
    success: ({ done, assignee = '' }) => (done.length > 0 ? assigned(assignee) : undefined),
    refused: ({ errors: [first, ...others] }) =>
      first && `${counted(others.length + 1, ...refusedWords('assign'))}. ${first.message}`,
    failure: assignmentFailed,
  })

/** *Cobrar* with one press. */
export const remindOne = (queryClient: QueryClient) =>
  telling(
    {
      mutationKey: ['items', 'remind'],
      mutationFn: (itemId: number) => calls.remind([itemId], {}),
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: ({ results }) => (results?.success?.length ? 'Item cobrado.' : undefined),
      refused: ({ results }) => results?.errors?.[0]?.message,
      failure: 'Erro ao cobrar o item. Tente novamente.',
    },
  )

type Words = OutcomeMessages<BulkOutcome, BulkCall>

const messagesOf = (action: BulkAction, failure: Words['failure'], own: Partial<Words> = {}): Words => ({
  success: ({ done: { length } }) => (length > 0 ? counted(length, ...doneWords(actOf[action])) : undefined),
  refused: ({ errors: { length } }) =>
    length > 0 ? `${counted(length, ...refusedWords(actOf[action]))}. Veja os motivos na lista.` : undefined,
  failure,
  ...own,
})

const words: Record<BulkAction, Words> = {
  // The contract's sentences.
  return: messagesOf('return', (error) => `Erro ao processar retorno em massa: ${reasonOf(error)}`, {
    success: ({ done: { length } }) =>
      length > 0 ? `${counted(length, ...doneWords('returnItem'))} com sucesso!` : undefined,
    refused: ({ errors: { length } }) =>
      length > 0 ? `${counted(length, ...refusedWords('returnItem'))}. Verifique as permissões.` : undefined,
  }),
  remind: messagesOf('remind', 'Erro ao cobrar os itens. Tente novamente.'),
  dueDate: messagesOf('dueDate', 'Erro ao alterar o prazo. Tente novamente.'),
  complete: messagesOf('complete', 'Erro ao concluir os itens. Tente novamente.'),
  transfer: messagesOf('transfer', 'Erro ao tramitar os itens. Tente novamente.'),
  assign: messagesOf('assign', assignmentFailed),
}

import { acts, type ItemCall } from '@malote/core/acts/act.ts'
import type { Item } from '@malote/core/items/item.ts'
import {
  assignReplyWire,
  type dueDateBody,
  dueDateBodyWire,
  itemWire,
  transferBodyWire,
  transferReplyWire,
} from '@malote/core/items/item.wire.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { userOptionWire } from '@malote/core/users/user.wire.ts'
import { type MutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'
import { perform, telling } from '../../lib/telling.ts'
import { undo } from '../../ui/toasts.ts'
import { protocolKeys, protocolQuery, refreshCustody } from '../protocols/protocols.api.ts'

/** Active users of the destination department of a protocol (contract 7.4.8). */
export const candidatesQuery = (protocolId: number) =>
  queryOptions({
    queryKey: protocolKeys.candidates(protocolId),
    queryFn: async ({ signal }) =>
      readWire(z.array(userOptionWire), await api.get(`/api/protocols/${protocolId}/destination-users`, { signal })),
    staleTime: staleTime.lists,
  })

interface ItemReply {
  item?: unknown
}

interface ItemChange {
  item: Pick<Item, 'id' | 'protocolId'>
  /** The reason for a cancellation. */
  reason?: string
}

/** Returns, completes or cancels an item. */
export function changeItem(queryClient: QueryClient, act: ItemCall) {
  const { path, ...words } = acts[act].call
  return telling(
    {
      mutationKey: ['items', path],
      mutationFn: ({ item, reason }: ItemChange) =>
        api.post<ItemReply>(`/api/protocols/items/${item.id}/${path}`, reason ? { reason } : undefined),
      onSuccess: (reply, { item }) => keepItem(queryClient, item, reply),
      onSettled: () => refreshCustody(queryClient),
    },
    words,
  )
}

export interface Handover {
  item: Pick<Item, 'id' | 'protocolId' | 'responsibleId'>
  userId: number
}

/** Resolves to the name of the new responsible user; can be taken back by giving the item back. */
export const transferItem = (queryClient: QueryClient): MutationOptions<string, Error, Handover> =>
  telling(
    {
      mutationFn: async ({ item, userId }: Handover) => {
        // The responsible user on the screen: the server refuses if another user has transferred the item since.
        const body = { newUserId: userId, currentUserId: item.responsibleId }
        const reply = await api.post<ItemReply>(
          `/api/protocols/items/${item.id}/transfer`,
          z.encode(transferBodyWire, body),
        )
        keepItem(queryClient, item, reply)
        return readWire(transferReplyWire, reply).newUser?.name
      },
      onSettled: () => refreshCustody(queryClient),
    },
    {
      success: (name, { item, userId }) => ({
        text: `Item tramitado com sucesso para ${name ?? ''}!`,
        ...(item.responsibleId && {
          action: undo(() => {
            const back = { item: { ...item, responsibleId: userId }, userId: item.responsibleId ?? 0 }
            perform(queryClient, transferItem(queryClient), back)
          }),
        }),
      }),
      failure: 'Erro ao tramitar item. Por favor, tente novamente.',
    },
  )

export const assigned = (name: string) => `Usuário ${name} atribuído com sucesso!`
export const assignmentFailed = 'Erro ao atribuir usuário. Por favor, tente novamente.'

/** Resolves to the name of the responsible user. */
export const assignItem = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async ({ item, userId }: Handover) => {
        const reply = await api.put<ItemReply>(`/api/protocols/items/${item.id}/assign`, { userId })
        keepItem(queryClient, item, reply)
        return readWire(assignReplyWire, reply).assignedUser?.name
      },
      onSettled: () => refreshCustody(queryClient),
    },
    { success: (name) => assigned(name ?? ''), failure: assignmentFailed },
  )

export const setDueDate = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: ({ item, ...values }: { item: Item } & z.infer<typeof dueDateBody>) => {
        // The due date on the screen: the server refuses if another user has changed it since.
        const body = { ...values, currentReturnDate: item.returnDate ?? null }
        return api.put<ItemReply>(`/api/protocols/items/${item.id}/due-date`, z.encode(dueDateBodyWire, body))
      },
      onSuccess: (reply, { item }) => keepItem(queryClient, item, reply),
      onSettled: () => refreshCustody(queryClient),
    },
    { success: 'Prazo alterado com sucesso!', failure: 'Erro ao alterar o prazo. Tente novamente.' },
  )

/** Merges the item in a response into the cache, before the refetch. */
function keepItem(queryClient: QueryClient, { id, protocolId }: Pick<Item, 'id' | 'protocolId'>, reply: ItemReply) {
  const answered = readWire(itemWire, reply.item ?? {})
  queryClient.setQueryData(protocolQuery(protocolId).queryKey, (protocol) => {
    if (!protocol) return undefined
    return { ...protocol, items: protocol.items.map((known) => (known.id === id ? { ...known, ...answered } : known)) }
  })
}

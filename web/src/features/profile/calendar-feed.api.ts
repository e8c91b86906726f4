import { feedStateWire, newFeed } from '@malote/core/calendar-feed/calendar-feed.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { telling } from '../../lib/telling.ts'

const path = '/api/profile/calendar-feed'

export const calendarFeedQuery = queryOptions({
  queryKey: ['calendar-feed'],
  queryFn: async ({ signal }) => readWire(feedStateWire, await api.get(path, { signal })),
  // It can be replaced or ended elsewhere.
  staleTime: 0,
})

/** Creates the address, which the response contains and nothing shows again; an earlier one ends. */
export const createFeed = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: async () => readWire(newFeed, await api.post(path)),
      onSettled: () => queryClient.invalidateQueries(calendarFeedQuery),
    },
    { success: 'Endereço criado com sucesso!', failure: 'Erro ao criar endereço. Tente novamente.' },
  )

export const endFeed = (queryClient: QueryClient) =>
  telling(
    {
      mutationFn: () => api.delete<void>(path),
      onSettled: () => queryClient.invalidateQueries(calendarFeedQuery),
    },
    { success: 'Endereço desativado.', failure: 'Erro ao desativar endereço. Tente novamente.' },
  )

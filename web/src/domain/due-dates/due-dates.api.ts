import { dueDateExplanationWire } from '@malote/core/due-dates/due-date-explanation.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'
import { protocolKeys } from '../protocols/protocol-query.ts'

/** Why an item is due on its day (contract 21.3). A change of custody makes it stale, as it does the protocol. */
export const dueDateQuery = (itemId: number) =>
  queryOptions({
    queryKey: [...protocolKeys.all, 'due-date', itemId],
    queryFn: async ({ signal }) =>
      readWire(dueDateExplanationWire, await api.get(`/api/protocols/items/${itemId}/due-date`, { signal })),
    staleTime: staleTime.lists,
  })

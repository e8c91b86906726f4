import { itemTypeWire } from '@malote/core/item-types/item-type.wire.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'

export const itemTypesQuery = queryOptions({
  queryKey: ['item-types'],
  queryFn: async ({ signal }) => readWire(z.array(itemTypeWire), await api.get('/api/item-types', { signal })),
  staleTime: staleTime.lookups,
})

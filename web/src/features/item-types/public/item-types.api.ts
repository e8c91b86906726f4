import type { ItemTypeInput } from '@malote/core/item-types/item-type.ts'
import { itemTypeInputWire, itemTypeWire } from '@malote/core/item-types/item-type.wire.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { refreshRegister } from '../../../domain/registers/refresh-register.ts'
import type { Saving } from '../../../domain/registers/use-register-form.ts'
import { api } from '../../../lib/api.ts'
import { staleTime } from '../../../lib/query-client.ts'

export const itemTypesQuery = queryOptions({
  queryKey: ['item-types'],
  queryFn: async ({ signal }) => readWire(z.array(itemTypeWire), await api.get('/api/item-types', { signal })),
  staleTime: staleTime.lookups,
})

export const saveItemType = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, fields }: Saving<ItemTypeInput>) => {
      const body = z.encode(itemTypeInputWire, fields)
      return id === null ? api.post('/api/item-types', body) : api.put(`/api/item-types/${id}`, { id, ...body })
    },
    onSettled: () => refreshRegister(queryClient, itemTypesQuery.queryKey),
  })

export const deleteItemType = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: number) => api.delete<void>(`/api/item-types/${id}`),
    onSettled: () => refreshRegister(queryClient, itemTypesQuery.queryKey),
  })

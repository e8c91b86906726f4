import { categoryWire } from '@malote/core/categories/category.wire.ts'
import { readWire } from '@malote/core/shared/renamed.ts'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => readWire(z.array(categoryWire), await api.get('/api/categories', { signal })),
  staleTime: staleTime.lookups,
})

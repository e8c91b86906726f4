import type { CategoryInput } from '@malote/core/categories/category.ts'
import { categoryInputWire, readCategories } from '@malote/core/categories/category.wire.ts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { refreshRegister } from '../../../domain/registers/refresh-register.ts'
import type { Saving } from '../../../domain/registers/use-register-form.ts'
import { api } from '../../../lib/api.ts'
import { staleTime } from '../../../lib/query-client.ts'

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => readCategories(await api.get('/api/categories', { signal })),
  staleTime: staleTime.lookups,
})

export const saveCategory = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, fields }: Saving<CategoryInput>) => {
      const body = z.encode(categoryInputWire, fields)
      return id === null ? api.post('/api/categories', body) : api.put(`/api/categories/${id}`, { ctid: id, ...body })
    },
    onSettled: () => refreshRegister(queryClient, categoriesQuery.queryKey),
  })

export const deleteCategory = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: number) => api.delete<void>(`/api/categories/${id}`),
    onSettled: () => refreshRegister(queryClient, categoriesQuery.queryKey),
  })

import {
  type Category,
  type CategoryInput,
  categoryEditWire,
  categoryInputWire,
  readCategories,
} from '@malote/core/categories/category.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'
import { deleteEntry, type Entries, saveEntry } from './entry-mutations.ts'

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => readCategories(await api.get('/api/categories', { signal })),
  staleTime: staleTime.lookups,
})

const categoryEntries = {
  path: '/api/categories',
  queryKey: categoriesQuery.queryKey,
  idName: 'ctid',
  input: categoryInputWire,
  edit: categoryEditWire,
} satisfies Entries<Category, CategoryInput>

export const saveCategory = (queryClient: QueryClient) => saveEntry(queryClient, categoryEntries)

export const deleteCategory = (queryClient: QueryClient) => deleteEntry(queryClient, categoryEntries)

import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '../../categories/public/categories.api.ts'
import { departmentsQuery } from '../../departments/public/departments.api.ts'
import { itemTypesQuery } from '../../item-types/public/item-types.api.ts'

/** Prefetches the options of a protocol's fields with the page; a field whose options are not loaded yet shows so. */
export function prefetchChoices(queryClient: QueryClient) {
  void queryClient.prefetchQuery(departmentsQuery)
  void queryClient.prefetchQuery(itemTypesQuery)
  void queryClient.prefetchQuery(categoriesQuery)
}

import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '../../../domain/catalogs/categories.api.ts'
import { departmentsQuery } from '../../../domain/catalogs/departments.api.ts'
import { itemTypesQuery } from '../../../domain/catalogs/item-types.api.ts'

/** Prefetches the options of a protocol's fields with the page; a field whose options are not loaded yet shows so. */
export function prefetchChoices(queryClient: QueryClient) {
  void queryClient.prefetchQuery(departmentsQuery)
  void queryClient.prefetchQuery(itemTypesQuery)
  void queryClient.prefetchQuery(categoriesQuery)
}

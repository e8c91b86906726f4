import type { QueryClient } from '@tanstack/react-query'
import { categoriesQuery } from '../../categories/public/categories.api.ts'
import { departmentsQuery } from '../../departments/public/departments.api.ts'
import { itemTypesQuery } from '../../item-types/public/item-types.api.ts'

/** What the fields of a protocol choose from, asked for with the page; a field whose choices are late says so itself. */
export function prefetchChoices(queryClient: QueryClient) {
  void queryClient.prefetchQuery(departmentsQuery)
  void queryClient.prefetchQuery(itemTypesQuery)
  void queryClient.prefetchQuery(categoriesQuery)
}

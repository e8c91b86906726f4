import { z } from 'zod'
import { pageNumber } from '../shared/pagination.ts'
import { filter, oneOf, searchText } from '../shared/query.ts'

/** Filters of `GET /api/suppliers` and of the list's address (contract 2.12.6). */
export const supplierFilter = z.object({
  page: pageNumber,
  search: searchText,
  status: filter(oneOf(['active', 'inactive'])),
})
export type SupplierFilter = z.infer<typeof supplierFilter>

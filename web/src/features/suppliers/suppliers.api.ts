import { formatCnpj } from '@malote/core/suppliers/cnpj.ts'
import { mostSuppliersFound, shortestSupplierSearch } from '@malote/core/suppliers/supplier.ts'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'

interface SupplierFound {
  id: number
  name: string
  cnpj: string
}

/** The picker's search; below two characters nothing is asked (SPEC 9). */
export const supplierSearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['suppliers', 'search', text],
    queryFn:
      text.length < shortestSupplierSearch
        ? skipToken
        : ({ signal }) =>
            api.get<SupplierFound[]>('/api/suppliers/search', {
              query: { q: text, limit: mostSuppliersFound },
              signal,
            }),
    select: (found) =>
      found.map(({ id, name, cnpj }) => ({ value: String(id), label: `${name} (${formatCnpj(cnpj)})` })),
    staleTime: staleTime.lists,
  })

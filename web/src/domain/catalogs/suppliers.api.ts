import { readWire } from '@malote/core/shared/renamed.ts'
import { formatCnpj } from '@malote/core/suppliers/cnpj.ts'
import {
  mostSuppliersFound,
  type Supplier,
  type SupplierInput,
  shortestSupplierSearch,
  supplierEditWire,
  supplierInputWire,
  supplierPageWire,
} from '@malote/core/suppliers/supplier.ts'
import type { SupplierFilter } from '@malote/core/suppliers/supplier-filter.ts'
import { keepPreviousData, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { staleTime } from '../../lib/query-client.ts'
import { deleteEntry, type Entries, saveEntry } from './entry-mutations.ts'

const supplierKeys = {
  all: ['suppliers'] as const,
  search: (text: string) => [...supplierKeys.all, 'search', text] as const,
  list: (filter: SupplierFilter) => [...supplierKeys.all, 'list', filter] as const,
}

interface SupplierFound {
  id: number
  name: string
  cnpj: string
}

/** A supplier as an option of a select. */
export const supplierChoice = ({ id, name, cnpj }: SupplierFound) => ({
  value: String(id),
  label: `${name} (${formatCnpj(cnpj)})`,
})

/** The search of the supplier select; skipped below two characters (contract 9.4). */
export const supplierSearchQuery = (text: string) =>
  queryOptions({
    queryKey: supplierKeys.search(text),
    queryFn:
      text.length < shortestSupplierSearch
        ? skipToken
        : ({ signal }) =>
            api.get<SupplierFound[]>('/api/suppliers/search', {
              query: { q: text, limit: mostSuppliersFound },
              signal,
            }),
    select: (found) => found.map(supplierChoice),
    staleTime: staleTime.lists,
  })

/** A page of the settings screen; the previous rows stay while the next ones load (contract 9.15). */
export const suppliersQuery = (filter: SupplierFilter) =>
  queryOptions({
    queryKey: supplierKeys.list(filter),
    queryFn: async ({ signal }) =>
      readWire(
        supplierPageWire,
        await api.get('/api/suppliers', { query: { ...filter, status: filter.status ?? 'all' }, signal }),
      ),
    staleTime: staleTime.lists,
    placeholderData: keepPreviousData,
    retryOnMount: false,
  })

const supplierEntries = {
  path: '/api/suppliers',
  queryKey: supplierKeys.all,
  idName: 'id',
  input: supplierInputWire,
  edit: supplierEditWire,
} satisfies Entries<Supplier, SupplierInput>

export const saveSupplier = (queryClient: QueryClient) => saveEntry(queryClient, supplierEntries)

export const deleteSupplier = (queryClient: QueryClient) => deleteEntry(queryClient, supplierEntries)

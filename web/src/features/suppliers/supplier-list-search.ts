import type { SupplierFilter } from '@malote/core/suppliers/supplier.ts'
import { type DialogSearch, dialogSearch } from '../../domain/registers/register-search.ts'
import { laterPage, oneOf, searchWords } from '../../lib/search-values.ts'

/** The screen's filters and its open dialog as the address holds them: only what differs from the default. */
export type SupplierListSearch = Partial<SupplierFilter> & DialogSearch

/**
 * Reads the address; a filter that makes no sense counts as not set.
 *
 * @returns also the names of what is not set: the router keeps what it is not told about
 */
export function supplierListSearch({ page, search, status, ...rest }: Record<string, unknown>): SupplierListSearch {
  return {
    page: laterPage(page),
    search: searchWords(search),
    status: oneOf(['active', 'inactive'] as const, status),
    ...dialogSearch(rest),
  }
}

/** What the address means to the server. */
export const filterOf = ({ page = 1, search, status }: SupplierListSearch): SupplierFilter => ({ page, search, status })

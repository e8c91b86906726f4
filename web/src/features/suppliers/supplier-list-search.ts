import { type SupplierFilter, supplierFilter } from '@malote/core/suppliers/supplier.ts'
import { type DialogSearch, dialogSearch } from '../../domain/catalogs/catalog-search.ts'
import { inAddress } from '../../lib/in-address.ts'

const filterInAddress = inAddress(supplierFilter)

/** The screen's filters and its open dialog, as search params. */
export type SupplierListSearch = ReturnType<typeof filterInAddress> & DialogSearch

export const supplierListSearch = (address: Record<string, unknown>): SupplierListSearch => ({
  ...filterInAddress(address),
  ...dialogSearch(address),
})

/** The server's filter for the search params. */
export const supplierFilterOf = (search: SupplierListSearch): SupplierFilter => supplierFilter.parse(search)

import { pageNumber } from '@malote/core/shared/pagination.ts'
import { filter, idFilter, searchText } from '@malote/core/shared/query.ts'
import { roles } from '@malote/core/users/role.ts'
import { z } from 'zod'
import { type DialogSearch, dialogSearch } from '../../domain/catalogs/catalog-search.ts'
import { inAddress } from '../../lib/in-address.ts'

const filterInAddress = inAddress(
  z.object({
    search: searchText,
    department: idFilter,
    role: filter(z.enum(roles)),
    status: filter(z.enum(['active', 'inactive'])),
    page: pageNumber,
  }),
)

/** The screen's filters and its open dialog, as search params. */
export type UserSearch = ReturnType<typeof filterInAddress> & DialogSearch

export const userSearch = (address: Record<string, unknown>): UserSearch => ({
  ...filterInAddress(address),
  ...dialogSearch(address),
})

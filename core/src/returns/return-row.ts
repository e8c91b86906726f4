import { z } from 'zod'
import { itemStatus, itemStatuses } from '../items/item-status.ts'
import { pageNumber, pageOf } from '../shared/pagination.ts'
import { idFilter, searchText } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { instant } from '../shared/wire-values.ts'

/** An item that must come back, as a row of the returns screen (SPEC 3 "Return list row"). */
export const returnRow = z.object({
  id: z.int(),
  protocolId: z.int(),
  documentNumber: z.string().nullable(),
  itemType: z.string(),
  category: z.string().nullable(),
  categoryColor: z.string().nullable(),
  supplier: z.string().nullable(),
  /** Civil date, `yyyy-MM-dd`. */
  returnDate: z.string().nullable(),
  status: z.enum(itemStatuses),
  originDepartment: z.string(),
  originDepartmentId: z.int(),
  destinationDepartment: z.string(),
  destinationDepartmentId: z.int(),
  responsible: z.string().nullable(),
  responsibleId: z.int().nullable(),
  createdAt: instant,
  actualReturnDate: instant.nullable(),
})
export type ReturnRow = z.infer<typeof returnRow>

export const returnRowWire = renamed(returnRow, {
  responsible: 'destination_user',
  responsibleId: 'destination_user_id',
})
export const returnPageWire = pageOf(returnRowWire)

/** The two statuses that the filter offers beside "all", as they travel (DESIGN 6). */
export const returnStatusFilter = { all: 'all', pending: 'Pendente', returned: 'Retornado' } as const

/** The item status behind each entry of the filter. */
export const returnStatusOf = { Pendente: itemStatus.pending, Retornado: itemStatus.returned } as const

/** `week` is the next 7 days, today included (SPEC 2, 9). */
export const returnDateFilters = ['all', 'today', 'overdue', 'week'] as const

/** Filters of `GET /api/returns` with the defaults of SPEC 9; what is not on a list means its default. */
export const returnFilter = z.object({
  page: pageNumber,
  search: searchText,
  status: z.enum(returnStatusFilter).catch('Pendente').default('Pendente'),
  department: idFilter,
  dateFilter: z.enum(returnDateFilters).catch('all').default('all'),
})
export type ReturnFilter = z.infer<typeof returnFilter>

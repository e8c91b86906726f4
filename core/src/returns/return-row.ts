import { z } from 'zod'
import { absent, custodyFields, lastReminder } from '../items/item.ts'
import { custodyFieldsWire } from '../items/item.wire.ts'
import { type ItemStatus, itemStatus, itemStatuses } from '../items/item-status.ts'
import { protocolStatuses } from '../protocols/protocol-status.ts'
import { pageNumber, pageOf, perPage } from '../shared/pagination.ts'
import { choice, dateFilter, filter, flagFilter, idFilter, oneOf, searchText } from '../shared/query.ts'
import { renamed } from '../shared/renamed.ts'
import { id, instant, queryNumber, requiredId } from '../shared/wire-values.ts'

/** An item that must come back, as a row of the returns screen (contract 3.18). */
export const returnRow = z.object({
  id: z.int(),
  protocolId: z.int(),
  documentNumber: z.string().nullable(),
  description: z.string().nullish(),
  itemType: z.string(),
  category: z.string().nullable(),
  categoryColor: z.string().nullable(),
  supplier: z.string().nullable(),
  /** Civil date, `yyyy-MM-dd`. */
  returnDate: z.string().nullable(),
  /** The first due date, once it was extended (contract 21.4). */
  originalReturnDate: z.string().nullish(),
  status: z.enum(itemStatuses),
  /** Status of its protocol: an item that was not received yet cannot be returned. */
  protocolStatus: z.enum(protocolStatuses),
  originDepartment: z.string(),
  originDepartmentId: z.int(),
  destinationDepartment: z.string(),
  destinationDepartmentId: z.int(),
  responsible: z.string().nullable(),
  responsibleId: z.int().nullable(),
  createdAt: instant,
  actualReturnDate: instant.nullable(),
  ...lastReminder,
  ...custodyFields,
  absent,
})
export type ReturnRow = z.infer<typeof returnRow>

export const returnRowWire = renamed(returnRow.extend(custodyFieldsWire), {
  responsible: 'destination_user',
  responsibleId: 'destination_user_id',
})
export const returnPageWire = pageOf(returnRowWire)

/** Values of the status filter on the wire: "all" and two statuses (contract 12.10). */
export const returnStatusFilter = { all: 'all', pending: 'Pendente', returned: 'Retornado' } as const
export type ReturnStatusFilter = (typeof returnStatusFilter)[keyof typeof returnStatusFilter]

/**
 * The item statuses behind each entry of the filter, in the order of the list: pending items come first. Cancelled
 * items do not have to come back and are in none of them.
 */
export const returnStatusesOf: Readonly<Record<ReturnStatusFilter, readonly ItemStatus[]>> = {
  all: [itemStatus.pending, itemStatus.returned, itemStatus.completed],
  Pendente: [itemStatus.pending],
  Retornado: [itemStatus.returned],
}

/** By due date (contract 2.9.1); `return-days.ts` says which days each of them means. */
export const returnDateFilters = ['all', 'today', 'overdue', 'week'] as const
export type ReturnDateFilter = (typeof returnDateFilters)[number]

/** The two sides of the screen: what the viewer's department must return, and what it is waiting for. */
export const returnSides = ['toReturn', 'toReceive'] as const
export type ReturnSide = (typeof returnSides)[number]

/** Filters of `GET /api/returns` with the defaults of contract 9.9. */
export const returnFilter = z.object({
  page: pageNumber,
  search: searchText,
  status: choice(Object.values(returnStatusFilter), 'Pendente'),
  department: idFilter,
  dateFilter: choice(returnDateFilters, 'all'),
  /** First and last due date; they narrow `dateFilter` further (contract 21.2). */
  dateFrom: dateFilter,
  dateTo: dateFilter,
  side: filter(oneOf(returnSides)),
  /** Has an open occurrence (contract 20.15). */
  occurrence: flagFilter,
  /** Id of a reminder of one's own: the items that it names (contract 21.56). */
  notice: idFilter,
  /** `me`, `none` or the id of a person (contract 17.6). */
  responsible: filter(z.union([oneOf(['me', 'none']), queryNumber(id)], 'Filtro inválido')),
  perPage,
})
const wireNames = { dateFilter: 'dateFilter', dateFrom: 'dateFrom', dateTo: 'dateTo' } as const
/** The query of `GET /api/returns`. */
export const returnFilterWire = renamed(returnFilter, wireNames)
/** The query of `GET /api/returns/export`. */
export const returnExportWire = renamed(
  returnFilter.extend({ format: z.enum(['csv', 'xlsx'], 'Formato inválido: use xlsx ou csv').default('csv') }),
  wireNames,
)
/** Most rows of a list in one workbook. */
export const mostSheetRows = 20_000
export type ReturnFilter = z.infer<typeof returnFilter>

/** *Atribuir Usuário* on the returns screen, which has its own texts (contract 5.4.3). */
export const assignFromReturns = z.object({ userId: requiredId('Selecione um usuário para atribuir.') })

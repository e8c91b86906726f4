import { z } from 'zod'
import { pageNumber, pageOf } from '../shared/pagination.ts'
import { renamed } from '../shared/renamed.ts'

/** A pending item that has a responsible user. */
const responsibility = z.object({
  /** Id of the item. */
  id: z.int(),
  protocolId: z.int(),
  documentNumber: z.string().nullable(),
  description: z.string().nullish(),
  itemType: z.string(),
  /** Civil date, `yyyy-MM-dd`; null when the item does not have to come back or has no due date yet. */
  returnDate: z.string().nullable(),
  /** The item's destination, where its responsible user should work. */
  destinationDepartment: z.string(),
})

/** Response of `GET /api/users/{uid}/responsibilities`. */
export const responsibilityPageWire = pageOf(renamed(responsibility))

export const responsibilityFilter = z.object({ page: pageNumber })

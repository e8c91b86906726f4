import type { ExtensionRequest } from '@malote/core/deadlines/extension-request.ts'
import { type RawBuilder, sql } from 'kysely'
import { isoInstant } from '../../db/iso-instant.ts'

/** SQL expressions for the fields of core's `ExtensionRequest`, for statements whose FROM is {@link requestTables}. */
const expressions: Record<keyof ExtensionRequest, RawBuilder<unknown>> = {
  id: sql`r.id`,
  protocolId: sql`r.protocol_id`,
  itemId: sql`r.item_id`,
  documentNumber: sql`i.document_number`,
  itemType: sql`t.name`,
  itemDescription: sql`i.description`,
  originDepartment: sql`origin.name`,
  originDepartmentId: sql`r.origin_department_id`,
  destinationDepartment: sql`destination.name`,
  destinationDepartmentId: sql`r.destination_department_id`,
  returnDate: sql`i.return_date`,
  requestedDate: sql`r.requested_date`,
  reason: sql`r.reason`,
  status: sql`r.status`,
  askedBy: sql`asker.name`,
  askedById: sql`r.asked_by`,
  askedAt: isoInstant(sql`r.asked_at`),
  decidedBy: sql`decider.name`,
  decidedAt: isoInstant(sql`r.decided_at`),
  grantedDate: sql`r.granted_date`,
  note: sql`r.note`,
}

/** The columns of a request, named as in core. Raw SQL, because Kysely's plugin would rename them. */
export const requestColumns = sql.join(
  Object.entries(expressions).map(([name, value]) => sql`${value} as ${sql.raw(`"${name}"`)}`),
)

/** Requests as `r`, joined with the names that a row shows. */
export const requestTables = sql`
  extension_requests r
  join items i on i.id = r.item_id
  join item_types t on t.id = i.item_type_id
  join departments origin on origin.id = r.origin_department_id
  join departments destination on destination.id = r.destination_department_id
  join users asker on asker.id = r.asked_by
  left join users decider on decider.id = r.decided_by`

import type { Occurrence } from '@malote/core/occurrences/occurrence.ts'
import { type RawBuilder, sql } from 'kysely'
import { isoInstant } from '../../db/iso-instant.ts'
import { attachmentsJson } from '../../lib/attachments-json.ts'

/** SQL expressions for the fields of core's `Occurrence`, for statements whose FROM is {@link occurrenceTables}. */
const expressions: Record<keyof Occurrence, RawBuilder<unknown>> = {
  id: sql`o.id`,
  protocolId: sql`o.protocol_id`,
  itemId: sql`o.item_id`,
  documentNumber: sql`o.document_number`,
  itemType: sql`t.name`,
  itemDescription: sql`i.description`,
  originDepartment: sql`origin.name`,
  originDepartmentId: sql`o.origin_department_id`,
  destinationDepartment: sql`destination.name`,
  destinationDepartmentId: sql`o.destination_department_id`,
  kind: sql`o.kind`,
  description: sql`o.description`,
  status: sql`o.status`,
  openedBy: sql`opener.name`,
  openedById: sql`o.opened_by`,
  openedAt: isoInstant(sql`o.opened_at`),
  outcome: sql`o.outcome`,
  outcomeNote: sql`o.outcome_note`,
  resolvedBy: sql`resolver.name`,
  resolvedAt: isoInstant(sql`o.resolved_at`),
  attachments: attachmentsJson(sql`a.occurrence_id = o.id`),
}

/** The columns of an occurrence, named as in core. Raw SQL, because Kysely's plugin would rename them. */
export const occurrenceColumns = sql.join(
  Object.entries(expressions).map(([name, value]) => sql`${value} as ${sql.raw(`"${name}"`)}`),
)

/** Occurrences as `o`, joined with the names that a row shows. */
export const occurrenceTables = sql`
  occurrences o
  join items i on i.id = o.item_id
  join item_types t on t.id = i.item_type_id
  join departments origin on origin.id = o.origin_department_id
  join departments destination on destination.id = o.destination_department_id
  join users opener on opener.id = o.opened_by
  left join users resolver on resolver.id = o.resolved_by`

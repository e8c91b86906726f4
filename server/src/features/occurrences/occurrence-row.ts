import type { Occurrence } from '@malote/core/occurrences/occurrence.ts'
import { type RawBuilder, sql } from 'kysely'
import { aboutItemExpressions, aboutItemTables } from '../../domain/custody/about-item.ts'
import { attachmentsJson } from '../../domain/custody/attachments-json.ts'
import { isoInstant } from '../../platform/db/iso-instant.ts'
import { namedColumns } from '../../platform/db/named-columns.ts'

/** SQL expressions for the fields of core's `Occurrence`, for statements whose FROM is {@link occurrenceTables}. */
const expressions: Record<keyof Occurrence, RawBuilder<unknown>> = {
  id: sql`o.id`,
  ...aboutItemExpressions('o'),
  documentNumber: sql`o.document_number`,
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

/** The columns of an occurrence, named as in core. */
export const occurrenceColumns = namedColumns(expressions)

/** Occurrences as `o`, joined with the names that a row shows. */
export const occurrenceTables = sql`
  occurrences o
  ${aboutItemTables('o')}
  join users opener on opener.id = o.opened_by
  left join users resolver on resolver.id = o.resolved_by`

import type { ExtensionRequest } from '@malote/core/due-dates/extension-request.ts'
import { type RawBuilder, sql } from 'kysely'
import { aboutItemExpressions, aboutItemTables } from '../../domain/custody/about-item.ts'
import { isoInstant } from '../../platform/db/iso-instant.ts'
import { namedColumns } from '../../platform/db/named-columns.ts'

/** SQL expressions for the fields of core's `ExtensionRequest`, for statements whose FROM is {@link requestTables}. */
const expressions: Record<keyof ExtensionRequest, RawBuilder<unknown>> = {
  id: sql`r.id`,
  ...aboutItemExpressions('r'),
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

/** The columns of a request, named as in core. */
export const requestColumns = namedColumns(expressions)

/** Requests as `r`, joined with the names that a row shows. */
export const requestTables = sql`
  extension_requests r
  ${aboutItemTables('r')}
  join users asker on asker.id = r.asked_by
  left join users decider on decider.id = r.decided_by`

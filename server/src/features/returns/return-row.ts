import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import { openExtensionOf } from '../../domain/custody/open-extension-of.ts'
import { absenceOf, openOccurrencesOf } from '../../domain/custody/open-occurrences-of.ts'
import { forwardedFromOf, forwardedToOf } from '../../domain/visibility/hops.ts'

/** The columns of core's `ReturnRow`, for statements that join {@link returnRowTables}. */
export const returnRowColumns = (viewer: Viewer) => sql`
  i.id, i.protocol_id as "protocolId", i.document_number as "documentNumber", i.description, t.name as "itemType",
  c.name as "category", c.color as "categoryColor", s.company_name as "supplier",
  i.return_date as "returnDate", i.original_return_date as "originalReturnDate", i.status, p.status as "protocolStatus",
  origin.name as "originDepartment", i.origin_department_id as "originDepartmentId",
  destination.name as "destinationDepartment", i.destination_department_id as "destinationDepartmentId",
  responsible.name as "responsible", i.responsible_id as "responsibleId",
  i.created_at as "createdAt", i.actual_return_date as "actualReturnDate",
  i.reminded_at as "remindedAt", reminder.name as "remindedBy",
  ${openOccurrencesOf('i.id')} as "openOccurrences", ${absenceOf('i.id')} as absent, ${openExtensionOf('i.id')} as "extensionRequest",
  ${forwardedFromOf(viewer, 'i')} as "forwardedFrom", ${forwardedToOf(viewer, 'i')} as "forwardedTo"`

/**
 * Joins a table `page (id, …)` with its items `i` and the names that a row shows. `page` comes first: the planner joins
 * in the written order, because there are more tables than it reorders.
 */
export const returnRowTables = sql`
  join items i on i.id = page.id
  join protocols p on p.id = i.protocol_id
  join item_types t on t.id = i.item_type_id
  join departments origin on origin.id = i.origin_department_id
  join departments destination on destination.id = i.destination_department_id
  left join categories c on c.id = i.category_id
  left join suppliers s on s.id = i.supplier_id
  left join users responsible on responsible.id = i.responsible_id
  left join users reminder on reminder.id = i.reminded_by`

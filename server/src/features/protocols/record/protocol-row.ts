import { sql } from 'kysely'
import { isoInstant } from '../../../db/iso-instant.ts'

/** The columns of a `ProtocolRow` of core, for statements whose FROM is {@link protocolRowTables}. */
export const protocolRowColumns = sql`
  p.id, p.id as "protocolId", p.status, ${isoInstant(sql`p.created_at`)} as "createdAt",
  creator.name as "creator", creator.name as "originUser",
  origin.name as "originDepartment", p.origin_department_id as "originDepartmentId",
  destination.name as "destinationDepartment", p.destination_department_id as "destinationDepartmentId",
  p.requires_return as "requiresReturn", p.remarks, ${isoInstant(sql`p.received_at`)} as "receivedAt",
  p.next_return_date as "nextReturnDate", p.total_items as "itemsCount", p.total_items as "totalItems",
  p.completed_items as "completedItems", p.returned_items as "returnedItems", p.cancelled_items as "cancelledItems",
  p.pending_items as "pendingItems", p.unassigned_items as "unassignedItems"`

/** Protocols as `p`, with the names that a row shows. */
export const protocolRowTables = sql`
  protocols p
  join users creator on creator.id = p.created_by
  join departments origin on origin.id = p.origin_department_id
  join departments destination on destination.id = p.destination_department_id`

import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import { protocolRowWire } from '@malote/core/protocols/protocol.wire.ts'
import { protocolStatus } from '@malote/core/protocols/protocol-status.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import { wireNamesOf } from '@malote/core/shared/renamed.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { isoInstant, namedColumn } from '../../platform/db/statements.ts'
import { passedOnToOf } from '../visibility/hops.ts'
import { visibleTo } from '../visibility/visible-to.ts'
import { awaitingReceiptDays } from './custody-columns.ts'

/**
 * A protocol as a list row, after a change that leaves nothing to receive. The caller has checked that the viewer may see
 * it.
 */
export async function protocolRowOf(trx: Trx, id: number): Promise<ProtocolRow> {
  const { rows } = await sql<ProtocolRow>`
    select ${protocolRowColumns(null)} from ${protocolRowTables} where p.id = ${id}`.execute(trx)
  if (!rows[0]) throw new Error(`protocol ${id} vanished while it was locked`)
  return rows[0]
}

/**
 * A protocol as a list row.
 *
 * @param today the organisation's civil day
 * @throws AppError PROTOCOL_NOT_FOUND also when the viewer may not see it
 */
export async function visibleProtocolRow(db: Db, viewer: Viewer, id: number, today: CivilDate): Promise<ProtocolRow> {
  const { rows } = await sql<ProtocolRow>`
    select ${protocolRowColumns(today)} from ${protocolRowTables}
    where p.id = ${id} and ${visibleTo(viewer, 'p')}`.execute(db)
  if (!rows[0]) throw new AppError('PROTOCOL_NOT_FOUND')
  return rows[0]
}

/**
 * SQL expressions for the fields of core's row, for statements whose FROM is {@link protocolRowTables}; one more depends on
 * the day.
 */
const expressions: Record<Exclude<keyof ProtocolRow, 'awaitingReceiptDays'>, RawBuilder<unknown>> = {
  id: sql`p.id`,
  protocolId: sql`p.id`,
  status: sql`p.status`,
  createdAt: isoInstant(sql`p.created_at`),
  creator: sql`creator.name`,
  originUser: sql`creator.name`,
  originDepartment: sql`origin.name`,
  originDepartmentId: sql`p.origin_department_id`,
  destinationDepartment: sql`destination.name`,
  destinationDepartmentId: sql`p.destination_department_id`,
  requiresReturn: sql`p.requires_return`,
  remarks: sql`p.remarks`,
  receivedAt: isoInstant(sql`p.received_at`),
  nextReturnDate: sql`p.next_return_date`,
  itemsCount: sql`p.total_items`,
  totalItems: sql`p.total_items`,
  completedItems: sql`p.completed_items`,
  returnedItems: sql`p.returned_items`,
  cancelledItems: sql`p.cancelled_items`,
  pendingItems: sql`p.pending_items`,
  unassignedItems: sql`p.unassigned_items`,
  cancelKind: sql`case when p.status = 'Cancelado' then coalesce(p.cancel_kind, 'cancelled') end`,
  openOccurrences: sql`(
    select count(*)::int from occurrences o where o.protocol_id = p.id and o.status = 'aberta'
  )`,
  // Only what is open can have something away.
  passedOnTo: sql`case when p.pending_items > 0 then ${passedOnToOf(sql`p.id`)} end`,
}

type Today = CivilDate | RawBuilder<unknown> | null

/** While it waits to be received. */
const awaitingReceipt = (today: Today) =>
  today === null
    ? sql`null::int`
    : sql`case when p.status = ${sql.lit(protocolStatus.pending)} then ${awaitingReceiptDays(sql`p.created_at`, today)} end`

const columnsNamed = (nameOf: (name: string) => string | undefined) => {
  const fixed = sql.join(Object.entries(expressions).map(([name, value]) => namedColumn(value, nameOf(name))))
  return (today: Today) => sql`${fixed}, ${namedColumn(awaitingReceipt(today), nameOf('awaitingReceiptDays'))}`
}

/**
 * The columns of a row, named as in core.
 *
 * @param today the organisation's civil day, or its place in a statement; null for rows that are known not to wait, or whose days nobody reads
 */
export const protocolRowColumns = columnsNamed((name) => name)

/** The same columns with their wire names, for JSON that PostgreSQL builds and we send unchanged. */
export const protocolRowWireColumns = columnsNamed((name) => wireNamesOf(protocolRowWire)?.get(name))

/** Protocols as `p`, joined with the names that a row shows. */
export const protocolRowTables = sql`
  protocols p
  join users creator on creator.id = p.created_by
  join departments origin on origin.id = p.origin_department_id
  join departments destination on destination.id = p.destination_department_id`

import type { ProtocolRow } from '@malote/core/protocols/protocol.ts'
import type { CivilDate } from '@malote/core/shared/civil-date.ts'
import { AppError } from '@malote/core/shared/errors.ts'
import type { Viewer } from '@malote/core/users/viewer.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { visibleTo } from '../visibility/visible-to.ts'
import { protocolRowColumns, protocolRowTables } from './protocol-row.ts'

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

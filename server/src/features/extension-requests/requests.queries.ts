import type { ExtensionRequest } from '@malote/core/deadlines/extension-request.ts'
import { sql } from 'kysely'
import type { Trx } from '../../db/connect.ts'
import { requestColumns, requestTables } from './request-row.ts'

/** A request in its state after a change. The caller has checked that the viewer may see it. */
export async function requestAfter(trx: Trx, id: number): Promise<ExtensionRequest> {
  const { rows } = await sql<ExtensionRequest>`
    select ${requestColumns} from ${requestTables} where r.id = ${id}`.execute(trx.withoutPlugins())
  if (!rows[0]) throw new Error(`extension request ${id} vanished while its protocol was locked`)
  return rows[0]
}

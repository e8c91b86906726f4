import type { BlackOutKind } from '@malote/core/black-outs/black-out.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/db/connect.ts'

/** What was removed: the kind, and the id of the record. */
export interface Removed {
  kind: BlackOutKind
  targetId: number
}

/** Who removes something, why and when. */
export interface Removal {
  protocolId: number
  reason: string
  by: number
  at: Date
}

/** Records removals; the database then refuses to change or to delete the records. */
export const insertBlackOuts = (trx: Trx, removed: readonly Removed[], { protocolId, reason, by, at }: Removal) =>
  trx
    .insertInto('blackOuts')
    .values(removed.map((one) => ({ ...one, protocolId, reason, removedBy: by, removedAt: at })))
    .execute()

/** Removes the texts of history entries whose removal is on record (`black_out_history()` of `sql/chain.sql`). */
export async function blackOutEntries(trx: Trx, ids: readonly number[]): Promise<void> {
  for (const id of ids) await sql`select black_out_history(${id}::bigint)`.execute(trx)
}

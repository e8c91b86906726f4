import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

/** All rows of a protocol, to compare before and after a refusal. */
export async function snapshotOf(db: Db, protocolId: number): Promise<unknown> {
  const { rows } = await sql`
    select
      (select to_jsonb(p) from protocols p where id = ${protocolId}) as protocol,
      (select jsonb_agg(to_jsonb(i) order by id) from items i where protocol_id = ${protocolId}) as items,
      (select jsonb_agg(to_jsonb(c) order by id) from comments c where protocol_id = ${protocolId}) as comments,
      (select jsonb_agg(to_jsonb(o) order by id) from occurrences o where protocol_id = ${protocolId}) as occurrences,
      (select jsonb_agg(to_jsonb(r) order by id) from extension_requests r where protocol_id = ${protocolId}) as requests,
      (select count(*) from history where protocol_id = ${protocolId}) as history,
      (select count(*) from notifications where protocol_id = ${protocolId}) as notifications`.execute(db)
  return rows[0]
}

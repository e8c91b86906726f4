import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

/** Everything that belongs to a protocol, to compare before and after a refusal. */
export async function snapshotOf(db: Db, protocolId: number): Promise<unknown> {
  const { rows } = await sql`
    select
      (select to_jsonb(p) from protocols p where id = ${protocolId}) as protocol,
      (select jsonb_agg(to_jsonb(i) order by id) from items i where protocol_id = ${protocolId}) as items,
      (select jsonb_agg(to_jsonb(c) order by id) from comments c where protocol_id = ${protocolId}) as comments,
      (select count(*) from history where protocol_id = ${protocolId}) as history,
      (select count(*) from notifications where protocol_id = ${protocolId}) as notifications`.execute(db)
  return rows[0]
}

const derived = [
  'protocol_departments',
  'protocol_totals',
  'department_totals',
  'protocol_daily',
  'protocol_monthly',
  'return_totals',
  'creator_totals',
]

/** Derived rows that differ from what the facts say; rows that count nothing do not matter. */
export async function brokenDerivedRows(db: Db): Promise<unknown[]> {
  const counters = await sql`
    select c.* from expected.item_counters c join protocols p using (id)
    where (c.total_items, c.pending_items, c.returned_items, c.completed_items, c.cancelled_items, c.unassigned_items, c.next_return_date)
      is distinct from (p.total_items, p.pending_items, p.returned_items, p.completed_items, p.cancelled_items, p.unassigned_items, p.next_return_date)
  `.execute(db)
  const copies = await sql`
    select c.* from expected.item_copies c join items i using (id) where c.in_cancelled_protocol <> i.in_cancelled_protocol
  `.execute(db)
  const broken = [...counters.rows, ...copies.rows]
  for (const table of derived) {
    const isCounted = ['protocol_departments'].includes(table) ? sql`true` : sql`n <> 0`
    const { rows } = await sql`
      (select ${table} as "table", to_jsonb(d) from ${sql.table(table)} d where ${isCounted}
        except all select ${table}, to_jsonb(e) from ${sql.table(`expected.${table}`)} e where ${isCounted})
      union all
      (select ${table}, to_jsonb(e) from ${sql.table(`expected.${table}`)} e where ${isCounted}
        except all select ${table}, to_jsonb(d) from ${sql.table(table)} d where ${isCounted})`.execute(db)
    broken.push(...rows)
  }
  return broken
}

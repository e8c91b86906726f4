import { sql } from 'kysely'
import type { Db } from './connect.ts'

const counters =
  'id, total_items, pending_items, returned_items, completed_items, cancelled_items, unassigned_items, next_return_date'

/**
 * What is kept, beside the view of the schema `expected` that computes the same from the facts. A total that went back
 * to 0 keeps its row, while the view has none: `n <> 0` leaves those out.
 */
const derived = [
  { name: 'os contadores de itens de protocols', kept: `select ${counters} from protocols`, view: 'item_counters' },
  {
    name: 'as cópias em items',
    kept: 'select id, origin_department_id, destination_department_id, in_cancelled_protocol, must_return from items',
    view: 'item_copies',
  },
  {
    name: 'as cópias em history',
    kept: 'select id, origin_department_id, destination_department_id from history',
    view: 'history_copies',
  },
  { name: 'protocol_departments', kept: 'table protocol_departments', view: 'protocol_departments' },
  { name: 'protocol_totals', kept: 'select * from protocol_totals where n <> 0', view: 'protocol_totals' },
  { name: 'department_totals', kept: 'select * from department_totals where n <> 0', view: 'department_totals' },
  { name: 'protocol_daily', kept: 'select * from protocol_daily where n <> 0', view: 'protocol_daily' },
  { name: 'protocol_monthly', kept: 'select * from protocol_monthly where n <> 0', view: 'protocol_monthly' },
  { name: 'pair_monthly', kept: 'select * from pair_monthly where n <> 0', view: 'pair_monthly' },
  { name: 'return_totals', kept: 'select * from return_totals where n <> 0', view: 'return_totals' },
  { name: 'settled_returns', kept: 'select * from settled_returns where n <> 0', view: 'settled_returns' },
  { name: 'open_returns', kept: 'select * from open_returns where n <> 0', view: 'open_returns' },
  { name: 'item_type_totals', kept: 'select * from item_type_totals where n <> 0', view: 'item_type_totals' },
  { name: 'category_totals', kept: 'select * from category_totals where n <> 0', view: 'category_totals' },
  { name: 'creator_totals', kept: 'table creator_totals', view: 'creator_totals' },
] as const

/**
 * Recomputes every derived row from the facts and compares, in one snapshot. Reads everything: minutes on millions of
 * rows.
 *
 * @returns a Portuguese sentence for each table that differs; [] when all is true. `select rebuild_derived()` repairs.
 */
export const findBrokenInvariants = (db: Db): Promise<string[]> =>
  db.transaction().setIsolationLevel('repeatable read').execute(compareDerived)

/** {@link findBrokenInvariants} for somebody who already has the database for themselves, or in a snapshot. */
export async function compareDerived(db: Db): Promise<string[]> {
  const sentences: string[] = []
  for (const { name, kept, view } of derived) {
    const facts = `table expected.${view}`
    const { rows } = await sql<{ wrong: number; missing: number }>`
      select
        (select count(*)::int from (${sql.raw(kept)} except all ${sql.raw(facts)}) rows) as wrong,
        (select count(*)::int from (${sql.raw(facts)} except all ${sql.raw(kept)}) rows) as missing
    `.execute(db)
    const { wrong, missing } = rows[0] ?? { wrong: 0, missing: 0 }
    if (wrong + missing > 0) {
      sentences.push(`${name}: ${wrong} linha(s) que os fatos não confirmam, ${missing} que faltam.`)
    }
  }
  return sentences
}

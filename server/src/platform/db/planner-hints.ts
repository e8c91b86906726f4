import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Trx } from './connect.ts'

/*
 * PostgreSQL plans each of our statements once for all values (`plan_cache_mode` in connect.ts), from averages. Where
 * the averages mislead the planner, these hints correct it. test/planner-hints.test.ts shows the plan with and without
 * each one.
 */

/**
 * The value of a column, in a form that no index matches: for a condition on rows that another index has found.
 * Otherwise the planner would combine the two indexes in bitmaps and read all rows of a department or a status to save
 * a few.
 */
export const unindexed = {
  /** A number, or a date. */
  number: (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column} + 0)`,
  text: (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column} || '')`,
  /** A condition, of which a partial index might consist: all of that index would be read. */
  condition: (condition: RawBuilder<unknown>): RawBuilder<SqlBool> => sql<SqlBool>`coalesce(${condition}, false)`,
}

/**
 * A common table expression that is computed once and completely: `with ${computedOnce('hits', query)} select …`. If it
 * were merged into the outer statement, it would be planned for the outer order and limit: PostgreSQL would walk an
 * index in that order until enough rows match.
 */
export const computedOnce = (name: string, query: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${sql.ref(name)} as materialized (${query})`

/**
 * Appended to a lateral subquery, so that it stays a subquery and runs row by row: an outer limit then stops after a
 * few rows. As a hash join, it would read everything before the first row.
 */
export const rowByRow = sql`offset 0`

/**
 * Prefers indexes to table scans for the rest of the transaction: for tables that are empty when the plan is made and
 * grow while it is cached.
 */
export async function avoidTableScans(trx: Trx): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(trx)
}
